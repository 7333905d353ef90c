// Whether all compilers of one judging read the same program. Internal to this room.
#pragma once

#include <optional>
#include <vector>

#include "common/simt/translate/alike.h"
#include "grader/compile/compile_job.h"
#include "grader/machine/tool_process.h"
#include "grader/machine/toolchain.h"

namespace gemmlab {

// Macros that the simulator's compiler and the one that checks CUDA's rules define differently,
// other than those that nvcc sets, as kept with the precompiled headers; nothing if unknown.
std::optional<simt::Names> differing_names(const Toolchain& tools);

// Checks that all compilers of one judging keep the same lines of the student's files, and that
// these hold no name that differs between them; runs in parallel with a compile. Costs nothing for
// a file without conditions and such names.
class AlikeCheck {
 public:
  AlikeCheck(const CompileJob& job, bool has_exceptions);
  // The result if something differs.
  EarlyResult wait();

 private:
  CompileJob job_;
  std::vector<Process> processes_;  // none: nothing can differ
};

}  // namespace gemmlab
