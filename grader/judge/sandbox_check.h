// Before a class is graded: does the sandbox hold what it promises?
#pragma once

#include "grader/sandbox/sandbox.h"

namespace gemmlab {

// Runs a program of ours in the sandbox that tries what student code must not do. Throws
// InfrastructureError, which names the layers that do not hold: those of sandbox.level().missing
// are not asked for.
void check_sandbox(const Sandbox& sandbox);

}  // namespace gemmlab
