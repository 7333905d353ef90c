#include "grader/machine/sandbox_check.h"

#include <fmt/format.h>
#include <unistd.h>

#include <fstream>
#include <string>
#include <system_error>

#include "grader/core/infrastructure_error.h"
#include "grader/core/source/source_text.h"
#include "grader/machine/paths.h"
#include "grader/machine/scratch_folder.h"
#include "grader/machine/tool_process.h"

namespace gemmlab {

void check_sandbox(const Sandbox& sandbox, const std::vector<fs::path>& invisible) {
  const ScratchFolder scratch(sandbox.folder());
  const fs::path hidden = scratch.path() / "hidden";  // in a folder that only we use
  std::ofstream(hidden) << "what no student may read\n";
  Held held{&sandbox, {}};
  const fs::path probe = paths().build / "grader" / "sandbox" / "gemmlab-probe";
  held.visible.readable = {probe};
  std::vector<std::string> command{probe.string(), hidden.string(), std::to_string(getpid()),
                                   std::to_string(sandbox.user())};
  if (sandbox.has_namespaces()) {
    for (const std::string name : {"user", "pid", "net", "ipc", "uts", "mnt"}) {
      std::error_code ignored;
      const fs::path ours = fs::read_symlink("/proc/self/ns/" + name, ignored);
      command.push_back(name + "=" + ours.string());
    }
    for (const fs::path& path : invisible) {
      command.push_back("path=" + fs::weakly_canonical(path).string());
    }
  }
  const ProcessResult result = Process(command, scratch.path(), "output", {}, held).wait();
  if (!result.succeeded()) {
    throw InfrastructureError(
        fmt::format("the sandbox cannot start a program: {}\nIts user needs access to {} and all "
                    "folders above it (chmod o+x)",
                    result.output.text(), probe.parent_path().string()));
  }
  if (!result.output.empty()) {
    const auto broken = lines_of(result.output.text());
    throw InfrastructureError(fmt::format(
        "the sandbox is not safe here; it lacks: {}. Nothing was graded", fmt::join(broken, ", ")));
  }
}

}  // namespace gemmlab
