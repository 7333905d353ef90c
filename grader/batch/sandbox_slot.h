#pragma once

#include <fmt/format.h>
#include <sched.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <filesystem>
#include <string>
#include <vector>

#include "grader/core/infrastructure_error.h"
#include "grader/process/child.h"

namespace gemmlab {

// A place on this machine for one submission at a time: a folder and a number that no other running
// gemmlab here uses. In the sandbox, each number has its own user.
class SandboxSlot {
 public:
  // Takes the first free number and empties its folder, where a killed process may have left files.
  // Throws InfrastructureError.
  SandboxSlot() {
    constexpr int kSlots = 256;
    std::string problem = fmt::format("all {} places for submissions are in use", kSlots);
    for (number_ = 0; number_ < kSlots; ++number_) {
      const std::string name = fmt::format("gemmlab-slot-{}", number_);
      lock_ = locked(name);
      if (!lock_.is_open()) {
        continue;
      }
      folder_ = std::filesystem::temp_directory_path() / name;
      problem = make_empty(folder_);
      if (problem.empty()) {
        return;
      }
    }
    throw InfrastructureError(problem);
  }

  ~SandboxSlot() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }

  int number() const { return number_; }
  const std::filesystem::path& folder() const { return folder_; }

  // Restricts the calling process and its children to this slot's share of the processors, if
  // `at_once` slots are working: simulators then do not compete for cores, and a timed loop has a
  // core to itself.
  void keep_to_share(int at_once) const {
    const std::vector<int> processors = allowed_processors();
    const std::size_t count = processors.size();
    if (count == 0) {
      return;
    }
    const std::size_t share = std::max<std::size_t>(count / std::size_t(std::max(at_once, 1)), 1);
    cpu_set_t own;
    CPU_ZERO(&own);
    for (std::size_t i = 0; i < share; ++i) {
      CPU_SET(processors[(std::size_t(number_) * share + i) % count], &own);
    }
    sched_setaffinity(0, sizeof own, &own);  // if not permitted, all share all processors
  }

 private:
  // A named socket is a lock without a file: it becomes free when its owner ends, however it ends.
  // Not open if another process has it.
  static Descriptor locked(const std::string& name) {
    Descriptor lock(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    if (!lock.is_open()) {
      throw InfrastructureError(fmt::format("cannot create a socket: {}", std::strerror(errno)));
    }
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::memcpy(address.sun_path + 1, name.data(), name.size());  // after a zero: not in any folder
    const auto size = socklen_t(offsetof(sockaddr_un, sun_path) + 1 + name.size());
    const bool is_free = bind(lock.get(), reinterpret_cast<sockaddr*>(&address), size) == 0;
    return is_free ? std::move(lock) : Descriptor();
  }

  // Below a folder where everybody may write: other users' files may be there. Returns why it could
  // not be created.
  static std::string make_empty(const std::filesystem::path& folder) {
    struct stat found {};
    if (lstat(folder.c_str(), &found) == 0) {
      if (!S_ISDIR(found.st_mode) || found.st_uid != geteuid()) {
        return fmt::format("{} already exists: remove it", folder.string());
      }
      std::filesystem::remove_all(folder);
    }
    return mkdir(folder.c_str(), 0711) == 0
               ? ""
               : fmt::format("cannot create {}: {}", folder.string(), std::strerror(errno));
  }

  int number_ = -1;
  Descriptor lock_;
  std::filesystem::path folder_;
};

}  // namespace gemmlab
