#pragma once

#include <fmt/format.h>
#include <sched.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

#include "grader/core/infrastructure_error.h"
#include "grader/process/descriptor.h"
#include "grader/process/program.h"

namespace gemmlab {

// A place on this machine for one submission at a time: a folder and a number that no other running
// gemmlab here uses. In the sandbox, each number has its own user.
class SandboxSlot {
 public:
  // Takes the first free number, and removes what a killed process left there. Throws
  // InfrastructureError.
  SandboxSlot() {
    constexpr int kSlots = 256;
    for (number_ = 0; number_ < kSlots; ++number_) {
      const std::string name = fmt::format("gemmlab-slot-{}", number_);
      lock_ = locked(name);
      if (lock_.is_open()) {
        make_folder(name + '-');
        return;
      }
    }
    throw InfrastructureError(fmt::format("all {} places for submissions are in use", kSlots));
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

  // Below a folder where everybody may write, so nobody knows its name before it exists.
  void make_folder(const std::string& beginning) {
    const std::filesystem::path above = std::filesystem::temp_directory_path();
    std::error_code ignored;
    for (const auto& entry : std::filesystem::directory_iterator(above, ignored)) {
      struct stat found {};
      if (entry.path().filename().string().starts_with(beginning) &&
          lstat(entry.path().c_str(), &found) == 0 && found.st_uid == geteuid()) {
        std::filesystem::remove_all(entry.path(), ignored);
      }
    }
    std::string name = (above / beginning).string() + "XXXXXX";
    if (mkdtemp(name.data()) == nullptr || chmod(name.c_str(), 0711) != 0) {
      throw InfrastructureError(fmt::format("cannot create {}: {}", name, std::strerror(errno)));
    }
    folder_ = name;
  }

  int number_ = -1;
  Descriptor lock_;
  std::filesystem::path folder_;
};

}  // namespace gemmlab
