// Deduces from the wrong values of a run what most likely made them wrong.
#pragma once

#include <vector>

#include "grader/diagnosis/explanation.h"

namespace gemmlab {

// What explains the run, most plausible first, each cause once per tile width; empty if no known
// cause does. An explanation agrees with every wrong and every right element that was examined.
std::vector<Explanation> diagnose(const WrongRun& run);

}  // namespace gemmlab
