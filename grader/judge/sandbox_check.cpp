#include "grader/judge/sandbox_check.h"

#include <fmt/format.h>
#include <unistd.h>

#include <fstream>
#include <map>
#include <sstream>

#include "grader/compile/compile_process.h"
#include "grader/compile/paths.h"
#include "grader/core/infrastructure_error.h"

namespace gemmlab {
namespace {

namespace fs = std::filesystem;

using Findings = std::map<std::string, std::string>;

Findings findings_of(const std::string& text) {
  Findings findings;
  std::istringstream lines(text);
  for (std::string name, value; lines >> name >> value;) {
    findings[name] = value;
  }
  return findings;
}

std::string own_namespace(const std::string& name) {
  std::error_code ignored;
  return fs::read_symlink("/proc/self/ns/" + name, ignored).string();
}

// The layers that do not hold.
std::vector<std::string> broken_layers(const Sandbox& sandbox, const Findings& found) {
  std::vector<std::string> broken;
  const auto want = [&](const std::string& name, const std::string& value, const char* layer) {
    const auto at = found.find(name);
    if (at == found.end() || at->second != value) {
      broken.emplace_back(layer);
    }
  };
  want("no-new-privileges", "1", "no new privileges");
  want("opens-socket", "0", "the filter of system calls (a network socket could be opened)");
  want("makes-namespace", "0", "the filter of system calls (a namespace could be made)");
  want("writes-usr", "0", "read-only system folders");
  want("signals-judge", "0", "processes apart (the judge could be sent signals)");
  want("opens-hidden", "0", "files apart (a file of the judge's could be read)");
  want("descriptors", "0", "closed descriptors");
  const auto want_at_most = [&](const std::string& name, std::uint64_t most, const char* layer) {
    const auto at = found.find(name);
    if (at == found.end() || at->second == "-1" || std::stoull(at->second) > most) {
      broken.emplace_back(layer);
    }
  };
  want_at_most("file-bytes", kCompilerLimits.file_bytes, "the limit on files");
  want("core-bytes", "0", "the limit on core files");
  if (sandbox.has_user()) {
    want_at_most("processes", kCompilerLimits.processes, "the limit on processes");
    want("user", std::to_string(sandbox.user()), "a user of its own");
  }
  if (sandbox.has_namespaces()) {
    want("tmp-bytes", std::to_string(kCompilerLimits.tmp_bytes), "a /tmp of limited size");
    for (const char* name : {"user", "pid", "net", "ipc", "uts", "mnt"}) {
      const auto at = found.find(std::string("ns-") + name);
      if (at == found.end() || at->second == "?" || at->second == own_namespace(name)) {
        broken.push_back(fmt::format("a {} namespace of its own", name));
      }
    }
  }
  return broken;
}

}  // namespace

void check_sandbox(const Sandbox& sandbox) {
  const ScratchFolder scratch(sandbox.folder());
  const fs::path hidden = scratch.path() / "hidden";  // in a folder that is ours alone
  std::ofstream(hidden) << "what no student may read\n";
  Held held{&sandbox, {}};
  const fs::path probe = paths().build / "grader" / "sandbox" / "gemmlab-probe";
  held.visible.readable = {probe};
  const ProcessResult result = Process({probe.string(), hidden.string(), std::to_string(getpid())},
                                       scratch.path(), "output", {}, held)
                                   .wait();
  if (!result.succeeded()) {
    throw InfrastructureError(fmt::format(
        "the sandbox cannot start a program: {}\nIts user must be able to enter {} and all folders "
        "above it (chmod o+x)",
        result.output.text(), probe.parent_path().string()));
  }
  const std::vector<std::string> broken = broken_layers(sandbox, findings_of(result.output.text()));
  if (!broken.empty()) {
    throw InfrastructureError(fmt::format("the sandbox does not hold here: {}. Nothing was graded",
                                          fmt::join(broken, ", ")));
  }
}

}  // namespace gemmlab
