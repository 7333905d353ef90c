// How verdict and points follow from checks.
#pragma once

#include <vector>

#include "grader/core/facts/check.h"
#include "grader/core/labs.h"
#include "grader/core/result.h"

namespace gemmlab {

// `points` spread evenly over `parts`, in whole points; the first parts get the remainder.
std::vector<int> spread(int points, int parts);

// The result of a lab that was not judged, with its only check, about its file.
LabResult unjudged(const Lab& lab, Judgement file);

// Sets verdict, score and not_graded_points of a lab from its checks. The verdict is the most
// severe one of all failed checks, in the closed order. A check that was not graded earns nothing
// and costs nothing.
void settle(LabResult& lab);

// The failed check that best shows what to do: the first with the lab's verdict and a hint, else
// the first with a hint. Null if there is none.
const Check* hinted_failure(const LabResult& lab);

}  // namespace gemmlab
