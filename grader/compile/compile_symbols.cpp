// The last look at a simulator module: are its accesses visible, and is all that it calls there?
#include <fstream>

#include "grader/compile/compile_steps.h"

namespace gemmlab {
namespace {

// Names that the simulator's worker defines.
bool is_simulators(const std::string& name) {
  return name.starts_with("__tsan_") || name.starts_with("simt::") || name.starts_with("cuda") ||
         name.starts_with("__wrap_mem") || name.starts_with("atomic") ||
         name.starts_with("__emutls_");
}

}  // namespace

std::optional<CompileResult> check_symbols(const CompileJob& job) {
  if (!job.tools.nm) {
    return std::nullopt;  // the translator has seen to the rest
  }
  const Arguments arguments{job.tools.nm->string(), "-C", job.module().string()};
  if (!job.start(arguments, "symbols").wait().succeeded()) {
    return no_compiler("nm cannot read the module that was just compiled");
  }
  bool is_instrumented = false;
  std::ifstream lines(job.scratch / "symbols");  // all of them: a process's output is cut off
  for (std::string line; std::getline(lines, line);) {
    // An address or blanks, the kind, the demangled name: "                 U cudaMalloc"
    if (line.size() < 20) {
      continue;
    }
    const char kind = line[17];
    const std::string name = line.substr(19);
    if (kind == 'U' && name == "__tsan_init") {
      is_instrumented = true;
    } else if (kind != 'U' && name.starts_with("__tsan_")) {
      return refused(job, HidesAccesses{ForeignText(name)});
    } else if (kind == 'U' && name.find('@') == std::string::npos && !is_simulators(name)) {
      return refused(job, DefinedNowhere{ForeignText(name)});
    }
  }
  if (!is_instrumented) {
    return refused(job, HidesAccesses{});
  }
  return std::nullopt;
}

}  // namespace gemmlab
