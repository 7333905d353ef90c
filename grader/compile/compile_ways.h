// The three ways from a lab file to a module. Internal to this room.
#pragma once

#include "grader/compile/compile_job.h"
#include "grader/compile/compile_result.h"

namespace gemmlab {

CompileResult compile_sim(CompileJob& job);
CompileResult compile_cpu(CompileJob& job);
CompileResult compile_cuda(CompileJob& job);

}  // namespace gemmlab
