#include "grader/batch/handout/modules.h"

#include <fmt/format.h>

#include "grader/compile/compile_process.h"
#include "grader/compile/paths.h"
#include "grader/compile/toolchain.h"
#include "grader/core/infrastructure_error.h"
#include "grader/core/read_file.h"
#include "grader/core/sha256.h"

namespace gemmlab {
namespace {

namespace fs = std::filesystem;

const fs::path kContract = "gemmlab/matmul.h";

const Compiler& compiler_for(Backend kind) {
  const auto& found = kind == Backend::cpu ? toolchain().host : toolchain().nvcc;
  if (!found) {
    throw InfrastructureError(kind == Backend::cpu ? "no C++ compiler is installed here"
                                                   : "nvcc is not installed here");
  }
  return *found;
}

// The solution's file is copied beside its module.
Arguments sources(const Lab& lab, Backend kind, const fs::path& folder) {
  const fs::path copy = folder / lab.file;
  fs::copy_file(paths().solutions() / lab.path(), copy);
  Arguments files;
  if (kind == Backend::cuda) {
    files.push_back(paths().runtime_log().string());
  }
  files.insert(files.end(), {"-MD", "-MF", (folder / "dependencies").string(), copy.string(), "-o",
                             (folder / "module.so").string()});
  return files;
}

}  // namespace

Backend timed_kind(const Lab& lab) {
  return fs::path(lab.file).extension() == ".cpp" ? Backend::cpu : Backend::cuda;
}

fs::path handed_out_module(const Lab& lab, Backend kind) {
  const Compiler& compiler = compiler_for(kind);
  const Arguments flags = handed_out_flags(kind);
  std::string key = compiler.stamp() + '\n' + read_file(paths().solutions() / lab.path()) +
                    read_file(paths().contract_headers() / kContract) +
                    read_file(paths().runtime_log());
  for (const std::string& flag : flags) {
    key += flag + '\n';
  }
  const fs::path kept = paths().module_cache() / ("handed_out-" + sha256(key) + ".so");
  if (fs::exists(kept)) {
    return kept;
  }
  const ScratchFolder scratch(paths().module_cache());
  ProcessLimits limits;
  limits.time = std::chrono::seconds{600};  // a dozen architectures
  limits.memory_bytes = 0;                  // a compile for each at once
  const ProcessResult done = Process(command(compiler, flags, sources(lab, kind, scratch.path())),
                                     scratch.path(), "compile", limits)
                                 .wait();
  if (!done.succeeded()) {
    throw InfrastructureError(fmt::format("the solution of lab {} could not be compiled by {}: {}",
                                          lab.id, compiler.path.string(), done.output.text()));
  }
  fs::rename(scratch.path() / "module.so", kept);
  return kept;
}

}  // namespace gemmlab
