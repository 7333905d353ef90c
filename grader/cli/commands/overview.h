// gemmlab alone: the list of labs with the student's progress, and the next step. gemmlab list:
// only the labs.
#pragma once

#include "grader/cli/context.h"

namespace gemmlab {

// Both return an ExitCode.
int overview(Context& context);
int list(Context& context);

}  // namespace gemmlab
