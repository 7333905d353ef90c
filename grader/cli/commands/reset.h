// gemmlab reset: restores a lab's skeleton, and keeps a backup of the old file.
#pragma once

#include <string>

#include "grader/cli/context.h"

namespace gemmlab {

struct ResetOptions {
  std::string lab;  // as typed
};

// Returns an ExitCode. Throws UsageError and InfrastructureError.
int reset(Context& context, const ResetOptions& options);

}  // namespace gemmlab
