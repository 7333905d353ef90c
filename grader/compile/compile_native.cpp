// Modules that run directly on the machine: lab 01 with the host compiler, the others with nvcc.
#include "grader/compile/compile_steps.h"
#include "grader/compile/paths.h"

namespace gemmlab {
namespace {

// The student's file alone, as an object: the calls in it, before libraries with calls of their own
// are linked.
Failure check_object(const Compiler& compiler, const Arguments& flags, CompileJob& job) {
  const std::filesystem::path object = job.scratch / "student.o";
  Arguments only;
  for (std::size_t i = 0; i < flags.size(); ++i) {
    if (flags[i] == "-Xlinker") {
      ++i;
    } else if (flags[i] != "-shared" && !flags[i].starts_with("-Wl,")) {
      only.push_back(flags[i]);
    }
  }
  const Arguments files{"-c",           "-MD", "-MF",          job.dependencies().string(),
                        job.argument(), "-o",  object.string()};
  const ProcessResult process = job.start(command(compiler, only, files), "object").wait();
  if (!process.succeeded()) {
    job.note_dependencies();
    return failure(job, process);
  }
  return check_functions(job, object);
}

// `own` are our source files to compile with it; they come first, because only the last file's list
// of includes is kept.
CompileResult compile_with(const Compiler& compiler, const Arguments& flags, CompileJob& job,
                           const Arguments& own = {}) {
  if (job.enclosure != nullptr) {
    if (const auto foreign = check_object(compiler, flags, job)) {
      return *foreign;
    }
  }
  Arguments files = own;
  files.insert(files.end(), {"-MD", "-MF", job.dependencies().string(), job.argument(), "-o",
                             job.module().string()});
  const ProcessResult process = job.start(command(compiler, flags, files), "compile").wait();
  job.note_dependencies();
  if (!process.succeeded()) {
    return failure(job, process);
  }
  return compiled(job.module(), warnings_in(job, process));
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
  return compile_with(*job.tools.nvcc, cuda_flags(job.source), job,
                      {paths().runtime_log().string()});
}

}  // namespace gemmlab
