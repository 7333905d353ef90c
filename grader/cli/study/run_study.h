// gemmlab study: judges, counts and times the kernels of a study, step by step.
#pragma once

#include <string>
#include <vector>

#include "grader/cli/context.h"
#include "grader/core/labs.h"
#include "grader/core/spec.h"

namespace gemmlab {

struct StudyOptions {
  std::string study;  // empty: list them
  BackendChoice backend = BackendChoice::automatic;
  std::vector<Shape> sizes;  // empty: the study's
  std::string svg;           // an output file
  std::string worklog;       // instead: a file for what was predicted before
};

// Returns an ExitCode. Throws UsageError, InfrastructureError, Untimed and Interrupted.
int study(Context& context, const StudyOptions& options);

}  // namespace gemmlab
