// gemmlab bench --verdicts N: speed verdicts, again and again. grader/upkeep/verdicts.py says what
// they show of this machine.
#pragma once

#include <vector>

#include "common/facts/json.h"
#include "grader/cli/context.h"
#include "grader/core/labs.h"

namespace gemmlab {

// Of each lab `count` verdicts on its textbook solution, and a quarter as many on a twin slowed
// down to a share of the requirement: {"twin_reaches", "labs": [{"lab", "solution", "twin"}]}.
// Throws Untimed, InfrastructureError and Interrupted.
Json speed_verdicts(const Context& context, const std::vector<Lab>& labs, int count);

}  // namespace gemmlab
