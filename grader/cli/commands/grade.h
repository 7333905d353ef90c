// gemmlab grade: judges lab files, says what is wrong with them, and records progress.
#pragma once

#include "grader/cli/context.h"
#include "grader/cli/grading.h"

namespace gemmlab {

// Returns an ExitCode. Throws UsageError, InfrastructureError and Interrupted.
int grade(Context& context, const GradeOptions& options);

}  // namespace gemmlab
