// gemmlab device: what this machine offers to gemmlab, what limits the labs on it, and how to fix
// what is missing.
#pragma once

#include "grader/cli/context.h"

namespace gemmlab {

// Returns an ExitCode. Throws Interrupted.
int device(Context& context);

}  // namespace gemmlab
