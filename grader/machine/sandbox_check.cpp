#include "grader/machine/sandbox_check.h"

#include <fmt/format.h>
#include <unistd.h>

#include <fstream>
#include <set>
#include <string>
#include <system_error>

#include "grader/core/infrastructure_error.h"
#include "grader/core/source/source_text.h"
#include "grader/machine/paths.h"
#include "grader/machine/scratch_folder.h"
#include "grader/machine/tool_process.h"

namespace gemmlab {

// Folders of ours, quoted, with a part that is closed to others, as after a clone with a umask of
// 077.
static std::set<std::string> closed_folders(const fs::path& probe) {
  const Paths& ours = paths();
  std::vector<fs::path> parts{probe,
                              ours.translator(),
                              ours.worker("cpu"),
                              ours.worker("cuda"),
                              ours.worker("sim"),
                              ours.runtime_log(),
                              ours.version_script()};
  for (const fs::path& folder :
       {ours.contract_headers(), ours.simulator_headers(), ours.reference()}) {
    parts.push_back(folder);
    std::error_code none;
    for (const auto& entry : fs::recursive_directory_iterator(folder, none)) {
      parts.push_back(entry.path());
    }
  }
  std::set<std::string> folders;
  for (const fs::path& part : parts) {
    const fs::file_status found = fs::status(part);
    const fs::perms use = fs::perms::others_read | fs::perms::others_exec;
    if (fs::exists(found) && (found.permissions() & use) == fs::perms::none) {
      const bool is_built = part.string().starts_with(ours.build.string() + '/');
      const fs::path folder =
          is_built ? ours.build : ours.root / *part.lexically_relative(ours.root).begin();
      folders.insert("'" + folder.string() + "'");
    }
  }
  return folders;
}

void check_sandbox(const Sandbox& sandbox, const std::vector<fs::path>& invisible) {
  const ScratchFolder scratch(sandbox.folder());
  const fs::path hidden = scratch.path() / "hidden";  // in a folder that only we use
  std::ofstream(hidden) << "what no student may read\n";
  Held held{&sandbox, {}};
  const fs::path probe = paths().build / "grader" / "sandbox" / "gemmlab-probe";
  if (const auto closed = closed_folders(probe); sandbox.has_user() && !closed.empty()) {
    throw InfrastructureError(
        fmt::format("the sandbox's user may not read all that it needs: chmod -R go+rX {}",
                    fmt::join(closed, " ")));
  }
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
