// gemmlab bench --verdicts N: how sure the speed verdict is on this machine.
#pragma once

#include <vector>

#include "grader/cli/context.h"

namespace gemmlab {

// Gives each lab's textbook solution `count` speed verdicts, and a twin of it that is slowed to 0.7
// of what is required a quarter as many, and prints what came out. kNotYet if a verdict was wrong.
// Throws Untimed, InfrastructureError and Interrupted.
int bench_verdicts(Context& context, const std::vector<Lab>& labs, int count);

}  // namespace gemmlab
