// gemmlab model: predicts what limits the labs' textbook solutions on a GPU, and recomputes the
// figures of the texts behind the labs.
#pragma once

#include <string>
#include <vector>

#include "grader/cli/context.h"

namespace gemmlab {

struct ModelOptions {
  std::vector<std::string> labs;  // as typed; empty: all
  std::string gpu;                // as typed; empty: this machine's GPU, else an H200
  bool list = false;              // the GPUs that the model knows
  bool check = false;             // recompute the figures in the texts
};

// Returns an ExitCode. Throws UsageError and InfrastructureError.
int model_command(Context& context, const ModelOptions& options);

}  // namespace gemmlab
