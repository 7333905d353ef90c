// What a study knows of its steps: cells in columns, each with a name and a form.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "grader/cli/study/study.h"

namespace gemmlab {

inline constexpr std::string_view kVerdictColumn = "verdict";  // "right", or another one's name
inline constexpr std::string_view kFasterColumn = "faster";    // than the step before: "1.25x"

bool is_column(std::string_view name);

// Whether it counts something, so that no cell has a fraction.
bool is_whole(std::string_view column);

// What is known of a step in a column, at the size of that number; empty: nothing.
std::string cell(const StudyStep& step, std::string_view column, std::size_t at);

}  // namespace gemmlab
