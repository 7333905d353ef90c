// gemmlab watch: judges a lab whenever its file is saved, and shows the result.
#pragma once

#include "grader/cli/context.h"
#include "grader/cli/watch/watched_lab.h"

namespace gemmlab {

// Returns an ExitCode. Throws UsageError, InfrastructureError and Interrupted.
int watch(Context& context, const WatchOptions& options);

}  // namespace gemmlab
