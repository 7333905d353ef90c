// What compilers must see of this machine, when a sandbox holds them.
#include "grader/compile/compile_steps.h"
#include "grader/compile/paths.h"
#include "grader/compile/precompiled_stubs.h"

namespace gemmlab {

Visible visible_to(const CompileJob& job) {
  namespace fs = std::filesystem;
  Visible visible;
  visible.readable = {paths().translator(),
                      paths().contract_headers(),
                      paths().simulator_headers(),
                      runtime_log_source(),
                      fs::path(runtime_log_source()).replace_extension(".h"),
                      version_script(),
                      fs::absolute(job.source).parent_path()};
  if (job.tools.clang) {
    for (const fs::path& stub : precompiled_stubs(*job.tools.clang)) {
      visible.readable_if_there.push_back(stub);  // another gemmlab may be making it anew
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
