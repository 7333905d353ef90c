// A control group (version 2): limits what programs use together, with the kernel's memory for
// them, such as page tables and buffers.
#pragma once

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <boost/core/noncopyable.hpp>
#include <cerrno>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>

#include "grader/core/infrastructure_error.h"
#include "grader/process/descriptor.h"

namespace gemmlab {

class ControlGroup : boost::noncopyable {
 public:
  // Below the nearest group, from our own upwards, that lets us; none if no group does.
  explicit ControlGroup(const std::string& name) {
    Path above = own_group();
    if (above == kRoot) {
      let_root_limit();
    }
    for (; folder_.empty() && above.string().starts_with(kRoot); above = above.parent_path()) {
      const Path group = above / name;
      mkdir(group.c_str(), 0755);
      if (access((group / "memory.max").c_str(), W_OK) == 0 &&
          access((group / "pids.max").c_str(), W_OK) == 0) {
        folder_ = group;
      } else {
        rmdir(group.c_str());
      }
    }
  }

  ~ControlGroup() {
    kill();
    for (int wait_ms = 0;
         exists() && rmdir(folder_.c_str()) != 0 && errno == EBUSY && wait_ms < 1000; ++wait_ms) {
      usleep(1000);  // killed processes take a moment
    }
  }

  bool exists() const { return !folder_.empty(); }

  // A process that writes "0" there becomes a member, with these limits for all members together.
  // Forgets what earlier members reached. Throws InfrastructureError.
  Descriptor entrance(std::uint64_t memory_bytes, std::uint64_t processes) {
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

  // Whether the kernel has ended the members because they reached the limit of memory.
  bool ran_out_of_memory() const { return kills() > kills_before_; }

  void kill() const {
    if (exists()) {
      set(folder_ / "cgroup.kill", "1");
    }
  }

 private:
  using Path = std::filesystem::path;

  static constexpr const char* kRoot = "/sys/fs/cgroup";

  static bool set(const Path& file, const std::string& text) {
    std::ofstream out(file);
    return out << text << std::flush && out.good();
  }

  // Our own group; the root if its path means nothing here, as in a container.
  static Path own_group() {
    std::ifstream in("/proc/self/cgroup");
    for (std::string line; std::getline(in, line);) {
      const Path group = kRoot + line.substr(std::min(line.size(), std::size_t{3}));
      if (line.starts_with("0::/") && line.size() > 4 &&
          std::filesystem::exists(group / "cgroup.procs")) {
        return group;
      }
    }
    return kRoot;
  }

  // Only a group without processes can limit groups below it, except that of the whole machine: the
  // processes of a container, whose root is its own, move to a group beside the new ones.
  static void let_root_limit() {
    const Path root = kRoot, limits = root / "cgroup.subtree_control";
    const Path beside = root / "gemmlab-container";
    if (!set(limits, "+memory +pids") && mkdir(beside.c_str(), 0755) == 0) {
      std::ifstream processes(root / "cgroup.procs");
      for (std::string process; std::getline(processes, process);) {
        set(beside / "cgroup.procs", process);
      }
      set(limits, "+memory +pids");
    }
  }

  std::uint64_t kills() const {
    std::ifstream in(folder_ / "memory.events");
    std::string name;
    std::uint64_t count = 0;
    while (in >> name >> count && name != "oom_kill") {
    }
    return in ? count : 0;
  }

  Path folder_;
  std::uint64_t kills_before_ = 0;
};

}  // namespace gemmlab
