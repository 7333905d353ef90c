// What compilers must see of this machine, when a sandbox holds them.
#include "grader/judge/compile_steps.h"
#include "grader/judge/paths.h"
#include "grader/judge/precompiled_stubs.h"

namespace gemmlab {

Visible visible_to(const CompileJob& job) {
  namespace fs = std::filesystem;
  Visible visible;
  visible.readable = {paths().contract_headers(),
                   paths().simulator_headers(),
                   stub_headers(),
                   runtime_log_source(),
                   fs::path(runtime_log_source()).replace_extension(".h"),
                   version_script(),
                   fs::absolute(job.source).parent_path()};
  if (job.tools.clang) {
    for (const fs::path& stub : precompiled_stubs(*job.tools.clang)) {
      if (fs::exists(stub)) {
        visible.readable.push_back(stub);
      }
    }
  }
  for (const auto& compiler : {job.tools.host, job.tools.clang, job.tools.nvcc}) {
    if (compiler && !compiler->path.string().starts_with("/usr/")) {
      visible.readable.push_back(compiler->path.parent_path().parent_path());
    }
  }
  visible.writable = job.scratch;
  visible.working = job.source.is_relative() ? fs::current_path() : job.scratch;
  return visible;
}

}  // namespace gemmlab
