// From checks to a verdict and points.
#pragma once

#include <vector>

#include "grader/core/result.h"

namespace gemmlab {

// `points` spread evenly over `parts`, in whole points; the first ones get what is left over.
std::vector<int> spread(int points, int parts);

// Sets verdict, score and not_graded_points of a lab from its checks: the verdict is the first of
// the closed order that a failed check has; a check that was not graded earns nothing and costs
// nothing.
void settle(LabResult& lab);

}  // namespace gemmlab
