// CUDA's own rules. Internal to this room.
#pragma once

#include <vector>

#include "grader/compile/compile_job.h"
#include "grader/machine/tool_process.h"

namespace gemmlab {

// Checks the student's own text against CUDA's rules, which g++ does not know; runs in parallel
// with a compile.
class RulesCheck {
 public:
  // Adds the stub of CUDA's headers to the files that the job has read.
  explicit RulesCheck(CompileJob& job);
  // The result of a failed check; nothing if all rules are met or no tool could check.
  EarlyResult wait();

 private:
  CompileJob job_;
  std::vector<Process> processes_;
};

}  // namespace gemmlab
