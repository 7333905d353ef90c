// Groups failed checks for reports: checks that most likely have the same bug form one group.
#pragma once

#include <string>
#include <vector>

#include "grader/core/result.h"

namespace gemmlab {

// Checks that failed in the same way, at the same place if that is known; never empty.
using Failures = std::vector<const Check*>;

// Most severe first, in the order of verdicts.
std::vector<Failures> grouped_failures(const LabResult& lab);

// How many groups are shown in full; one usually causes the rest.
inline constexpr std::size_t kMostFailures = 3;

// The path of the file with the check's first place.
std::string path_of(const LabResult& lab, const Check& check);

// "33x50x17"
std::string extents(const Shape& shape);

}  // namespace gemmlab
