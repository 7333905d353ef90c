// Failed checks as reports tell of them: those that most likely are one bug, together.
#pragma once

#include <string>
#include <vector>

#include "grader/core/result.h"

namespace gemmlab {

// Checks that failed in the same way, at the same place as far as that is known; never empty.
using Failures = std::vector<const Check*>;

// Gravest first, as verdicts are ordered.
std::vector<Failures> grouped_failures(const LabResult& lab);

// How many groups are shown in full; one is usually the cause of the rest.
inline constexpr std::size_t kMostFailures = 3;

// The path of the file that the check's first place is in.
std::string path_of(const LabResult& lab, const Check& check);

// "33x50x17"
std::string extents(const Shape& shape);

}  // namespace gemmlab
