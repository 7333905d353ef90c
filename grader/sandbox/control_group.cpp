#include "grader/sandbox/control_group.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>

#include "grader/core/infrastructure_error.h"

namespace gemmlab {
namespace {

namespace fs = std::filesystem;

const fs::path kRoot = "/sys/fs/cgroup";

bool set(const fs::path& file, const std::string& text) {
  std::ofstream out(file);
  return out << text << std::flush && out.good();
}

std::string text_of(const fs::path& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

bool limits_its_groups(const fs::path& group) {
  const std::string controllers = ' ' + text_of(group / "cgroup.subtree_control");
  return controllers.find(" memory") != std::string::npos &&
         controllers.find(" pids") != std::string::npos;
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

// A group with processes cannot limit groups below it, except that of the whole machine: those of a
// container, whose root is its own, move to a group beside the new one.
void let_root_limit() {
  const std::string wanted = "+memory +pids";
  if (!limits_its_groups(kRoot) && !set(kRoot / "cgroup.subtree_control", wanted)) {
    std::error_code ignored;
    fs::create_directory(kRoot / "gemmlab-container", ignored);
    std::ifstream processes(kRoot / "cgroup.procs");
    for (std::string process; std::getline(processes, process);) {
      set(kRoot / "gemmlab-container" / "cgroup.procs", process);
    }
    set(kRoot / "cgroup.subtree_control", wanted);
  }
}

}  // namespace

ControlGroup::ControlGroup(const std::string& name) {
  fs::path above = own_group();
  if (above == kRoot && access(kRoot.c_str(), W_OK) == 0) {
    let_root_limit();
  }
  for (; folder_.empty() && above.string().starts_with(kRoot.string());
       above = above.parent_path()) {
    std::error_code ignored;
    const fs::path group = above / name;
    if (limits_its_groups(above) &&
        (fs::create_directory(group, ignored) || fs::exists(group / "cgroup.procs"))) {
      folder_ = group;
    }
  }
}

ControlGroup::~ControlGroup() {
  kill();
  if (exists()) {
    for (int wait_ms = 0; rmdir(folder_.c_str()) != 0 && errno == EBUSY && wait_ms < 1000;
         ++wait_ms) {
      usleep(1000);  // killed processes take a moment
    }
  }
}

void ControlGroup::limit(std::uint64_t memory_bytes, std::uint64_t processes) {
  const auto number = [](std::uint64_t most) { return most == 0 ? "max" : std::to_string(most); };
  if (!set(folder_ / "memory.max", number(memory_bytes)) ||
      !set(folder_ / "pids.max", number(processes))) {
    throw InfrastructureError("the sandbox cannot set the limits of " + folder_.string());
  }
  set(folder_ / "memory.swap.max", "0");  // some kernels cannot swap
  set(folder_ / "memory.oom.group", "1");
  kills_before_ = kills();
}

Descriptor ControlGroup::entrance() const {
  Descriptor file(open((folder_ / "cgroup.procs").c_str(), O_WRONLY | O_CLOEXEC));
  if (!file.is_open()) {
    throw InfrastructureError(
        fmt::format("the sandbox cannot use {}: {}", folder_.string(), std::strerror(errno)));
  }
  return file;
}

void ControlGroup::kill() const {
  if (exists()) {
    set(folder_ / "cgroup.kill", "1");
  }
}

std::uint64_t ControlGroup::kills() const {
  std::ifstream in(folder_ / "memory.events");
  std::string name;
  for (std::uint64_t count = 0; in >> name >> count;) {
    if (name == "oom_kill") {
      return count;
    }
  }
  return 0;
}

}  // namespace gemmlab
