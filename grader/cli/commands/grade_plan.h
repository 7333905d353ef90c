// Which file is to be judged for which lab: the arguments of `grade`, checked before any work.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "grader/cli/context.h"
#include "grader/cli/options.h"

namespace gemmlab {

struct Assignment {
  const Lab* lab = nullptr;
  std::filesystem::path source;  // as shown to people
  std::string problem;           // why it cannot be judged: there is no such file; else empty
};

struct GradePlan {
  std::vector<Assignment> assignments;  // in teaching order, each lab once
  bool is_progress = false;             // the student's own files, whole: counts as progress
};

// Throws UsageError for labs and files that are not there; InfrastructureError for what this build
// cannot do.
GradePlan plan_grading(const Context& context, const GradeOptions& options);

}  // namespace gemmlab
