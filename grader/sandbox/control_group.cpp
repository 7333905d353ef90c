// The control groups of a sandbox.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <fstream>

#include "grader/core/infrastructure_error.h"
#include "grader/sandbox/sandbox.h"

namespace gemmlab {
namespace {

namespace fs = std::filesystem;

const fs::path kRoot = "/sys/fs/cgroup";

bool set(const fs::path& file, const std::string& text) {
  std::ofstream out(file);
  return out << text << std::flush && out.good();
}

// Our own group; the root if its path means nothing here, as in a container.
fs::path own_group() {
  std::ifstream in("/proc/self/cgroup");
  for (std::string line; std::getline(in, line);) {
    const fs::path group = kRoot.string() + line.substr(std::min(line.size(), std::size_t{3}));
    if (line.starts_with("0::/") && line.size() > 4 && fs::exists(group / "cgroup.procs")) {
      return group;
    }
  }
  return kRoot;
}

// Only a group without processes can limit groups below it, except that of the whole machine: the
// processes of a container, whose root is its own, move to a group beside the new ones.
void let_root_limit() {
  const fs::path limits = kRoot / "cgroup.subtree_control", beside = kRoot / "gemmlab-container";
  if (!set(limits, "+memory +pids") && mkdir(beside.c_str(), 0755) == 0) {
    std::ifstream processes(kRoot / "cgroup.procs");
    for (std::string process; std::getline(processes, process);) {
      set(beside / "cgroup.procs", process);
    }
    set(limits, "+memory +pids");
  }
}

}  // namespace

ControlGroup::ControlGroup(const std::string& name) {
  fs::path above = own_group();
  if (above == kRoot) {
    let_root_limit();
  }
  for (; folder_.empty() && above.string().starts_with(kRoot.string());
       above = above.parent_path()) {
    const fs::path group = above / name;
    mkdir(group.c_str(), 0755);
    if (access((group / "memory.max").c_str(), W_OK) == 0 &&
        access((group / "pids.max").c_str(), W_OK) == 0) {
      folder_ = group;
    } else {
      rmdir(group.c_str());
    }
  }
}

ControlGroup::~ControlGroup() {
  kill();
  for (int wait_ms = 0; exists() && rmdir(folder_.c_str()) != 0 && errno == EBUSY && wait_ms < 1000;
       ++wait_ms) {
    usleep(1000);  // killed processes take a moment
  }
}

Descriptor ControlGroup::entrance(std::uint64_t memory_bytes, std::uint64_t processes) {
  Descriptor entrance(open((folder_ / "cgroup.procs").c_str(), O_WRONLY | O_CLOEXEC));
  if (!entrance.is_open() || !set(folder_ / "memory.max", std::to_string(memory_bytes)) ||
      !set(folder_ / "pids.max", std::to_string(processes))) {
    throw InfrastructureError("the sandbox cannot use the control group " + folder_.string());
  }
  set(folder_ / "memory.swap.max", "0");  // some kernels cannot swap
  set(folder_ / "memory.oom.group", "1");
  kills_before_ = kills();
  return entrance;
}

void ControlGroup::kill() const {
  if (exists()) {
    set(folder_ / "cgroup.kill", "1");
  }
}

std::uint64_t ControlGroup::kills() const {
  std::ifstream in(folder_ / "memory.events");
  std::string name;
  std::uint64_t count = 0;
  while (in >> name >> count && name != "oom_kill") {
  }
  return in ? count : 0;
}

}  // namespace gemmlab
