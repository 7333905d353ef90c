// What a study tells of its steps: columns, each with a name and a form of its cells.
#pragma once

#include <string>
#include <string_view>

#include "grader/core/result.h"

namespace gemmlab {

inline constexpr std::string_view kVerdictColumn = "verdict";  // "right", or another one's name
inline constexpr std::string_view kFasterColumn = "faster";    // than the step before: "1.25x"

bool is_column(std::string_view name);

// Whether it counts something, so that no cell has a fraction.
bool is_whole(std::string_view column);

// What a result says in a column; empty: nothing.
std::string cell_of(const LabResult& result, std::string_view column);

}  // namespace gemmlab
