// gemmlab hint: the hints on a lab's page, one more with each call.
#pragma once

#include <string>

#include "grader/cli/context.h"

namespace gemmlab {

struct HintOptions {
  std::string lab;        // a lab or a step, "3.2", as typed; empty: the next lab
  bool all = false;       // show all at once
  bool in_watch = false;  // where a key shows the next one
};

// Returns an ExitCode. Throws UsageError and InfrastructureError.
int hint(Context& context, const HintOptions& options);

}  // namespace gemmlab
