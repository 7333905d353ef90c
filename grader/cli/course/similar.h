// gemmlab similar: shows whose texts are alike in a graded class.
#pragma once

#include <string>

#include "grader/cli/context.h"

namespace gemmlab {

struct SimilarOptions {
  std::string folder;  // that batch wrote
  int percent = 96;    // what two texts have in common, at least
};

// Goes on as the script, which decides on the exit code. Throws InfrastructureError.
int similar(Context& context, const SimilarOptions& options);

}  // namespace gemmlab
