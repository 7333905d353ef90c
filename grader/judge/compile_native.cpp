// Modules that run on the machine itself: lab 01 by the host compiler, the others by nvcc.
#include "grader/judge/compile_steps.h"
#include "grader/judge/paths.h"

namespace gemmlab {
namespace {

CompileResult compile_with(const Compiler& compiler, const Arguments& flags, CompileJob& job) {
  Arguments arguments{compiler.path.string()};
  arguments.insert(arguments.end(), flags.begin(), flags.end());
  arguments.insert(arguments.end(), {"-MD", "-MF", job.dependencies().string(), job.argument(),
                                     "-o", job.module().string()});
  const ProcessResult process = Process(arguments, job.scratch, "compile").wait();
  job.note_dependencies();
  if (!process.succeeded()) {
    return failure(job, process);
  }
  const auto diagnostics = parse_diagnostics(process.output, foreign_paths());
  return {CompileResult::Outcome::ok, job.module(), "", std::nullopt,
          describe(diagnostics, Diagnostic::Severity::warning, 10)};
}

}  // namespace

CompileResult compile_cpu(CompileJob& job) {
  if (!job.tools.host) {
    return no_compiler("no C++ compiler is installed here: install g++");
  }
  return compile_with(*job.tools.host, cpu_flags(), job);
}

CompileResult compile_cuda(CompileJob& job) {
  if (!job.tools.nvcc) {
    return no_compiler("nvcc is not installed here: install NVIDIA's CUDA Toolkit, 12 or newer");
  }
  return compile_with(*job.tools.nvcc, cuda_flags(), job);
}

}  // namespace gemmlab
