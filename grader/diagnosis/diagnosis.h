// From the wrong values of a run to what most likely made them wrong.
#pragma once

#include <vector>

#include "grader/diagnosis/explanation.h"
#include "grader/diagnosis/wrong_elements.h"

namespace gemmlab {

// What explains the run, most plausible first, each cause once a tile width; empty if nothing is
// known to. An explanation agrees with every wrong and every right element that was looked at.
std::vector<Explanation> diagnose(const WrongRun& run);

}  // namespace gemmlab
