#include "grader/batch/sandbox_slot.h"

#include <fmt/format.h>
#include <sched.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <vector>

#include "grader/core/infrastructure_error.h"

namespace gemmlab {
namespace {

namespace fs = std::filesystem;

constexpr int kSlots = 256;

// A named socket is a lock without a file: it becomes free when its owner ends, however it ends.
// Not open if another process has it.
Descriptor take(int number) {
  Descriptor lock(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (!lock.is_open()) {
    throw InfrastructureError(fmt::format("cannot create a socket: {}", std::strerror(errno)));
  }
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const std::string name = fmt::format("gemmlab-slot-{}", number);
  std::memcpy(address.sun_path + 1, name.data(), name.size());  // after a zero: not in any folder
  const auto size = socklen_t(offsetof(sockaddr_un, sun_path) + 1 + name.size());
  return bind(lock.get(), reinterpret_cast<const sockaddr*>(&address), size) == 0 ? std::move(lock)
                                                                                  : Descriptor();
}

// Below a folder where everybody may write: other users' files may be there. Returns why it could
// not be created.
std::string make_empty(const fs::path& folder) {
  struct stat found {};
  if (lstat(folder.c_str(), &found) == 0) {
    if (!S_ISDIR(found.st_mode) || found.st_uid != geteuid()) {
      return fmt::format("{} already exists: remove it", folder.string());
    }
    fs::remove_all(folder);
  }
  if (mkdir(folder.c_str(), 0711) != 0) {
    return fmt::format("cannot create {}: {}", folder.string(), std::strerror(errno));
  }
  return "";
}

}  // namespace

SandboxSlot::SandboxSlot() {
  std::string problem;
  for (int number = 0; number < kSlots; ++number) {
    lock_ = take(number);
    if (!lock_.is_open()) {
      continue;
    }
    number_ = number;
    folder_ = fs::temp_directory_path() / fmt::format("gemmlab-slot-{}", number);
    problem = make_empty(folder_);
    if (problem.empty()) {
      return;
    }
  }
  throw InfrastructureError(
      problem.empty() ? fmt::format("all {} places for submissions are in use", kSlots) : problem);
}

void SandboxSlot::keep_to_share(int at_once) const {
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  if (sched_getaffinity(0, sizeof allowed, &allowed) != 0) {
    return;
  }
  std::vector<int> processors;
  for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
    if (CPU_ISSET(cpu, &allowed)) {
      processors.push_back(cpu);
    }
  }
  const std::size_t count = processors.size();
  const std::size_t share = std::max<std::size_t>(count / std::size_t(std::max(at_once, 1)), 1);
  cpu_set_t own;
  CPU_ZERO(&own);
  for (std::size_t i = 0; i < share; ++i) {
    CPU_SET(processors[(std::size_t(number_) * share + i) % count], &own);
  }
  sched_setaffinity(0, sizeof own, &own);  // if not permitted, all share all processors
}

SandboxSlot::~SandboxSlot() {
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
}

}  // namespace gemmlab
