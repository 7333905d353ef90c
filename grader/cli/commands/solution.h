// gemmlab solution: shows our solution, or compares with it, for students who have passed or
// insist.
#pragma once

#include <string>

#include "grader/cli/context.h"

namespace gemmlab {

struct SolutionOptions {
  std::string lab;    // as typed
  bool diff = false;  // show differences from the student's file
  bool spoil = false;
};

// Returns an ExitCode. Throws UsageError and InfrastructureError.
int solution(Context& context, const SolutionOptions& options);

}  // namespace gemmlab
