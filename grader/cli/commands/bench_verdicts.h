// gemmlab bench --verdicts N: how reliable the speed verdict is on this machine.
#pragma once

#include <vector>

#include "grader/cli/context.h"
#include "grader/core/labs.h"

namespace gemmlab {

// Times each lab's textbook solution for `count` verdicts, and a copy slowed down to 0.7 of the
// requirement for a quarter as many, and prints the results. Returns kNotYet if a verdict was
// wrong. Throws Untimed, InfrastructureError and Interrupted.
int bench_verdicts(Context& context, const std::vector<Lab>& labs, int count);

}  // namespace gemmlab
