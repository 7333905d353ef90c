#include "grader/speed/timing_lock.h"

#include <fcntl.h>
#include <sys/file.h>

#include <cerrno>
#include <thread>

namespace gemmlab {
namespace {

constexpr std::chrono::milliseconds kPause{100};

// Any user's file will do, since a lock needs no right to write. It is only made where there is
// none: in folders such as /tmp the kernel may refuse O_CREAT for a file of another user.
int open_shared(const std::filesystem::path& file) {
  constexpr int kFlags = O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK;
  const int found = ::open(file.c_str(), kFlags);
  return found >= 0 || errno != ENOENT ? found : ::open(file.c_str(), kFlags | O_CREAT, 0444);
}

}  // namespace

TimingLock::TimingLock(const std::filesystem::path& file,
                       std::chrono::seconds patience,
                       const std::function<void()>& wait)
    : file_(open_shared(file)) {
  const auto end = std::chrono::steady_clock::now() + patience;
  while (file_.is_open() && ::flock(file_.get(), LOCK_EX | LOCK_NB) != 0) {
    const bool is_taken = errno == EWOULDBLOCK;
    if (!is_taken || std::chrono::steady_clock::now() >= end) {
      is_held_ = !is_taken;  // a file system without locks has nobody who waits
      return;
    }
    wait();
    std::this_thread::sleep_for(kPause);
  }
}

std::filesystem::path cpu_lock_file() {
  return "/tmp/gemmlab-timing.lock";
}

std::filesystem::path gpu_lock_file(const std::string& bus) {
  return "/tmp/gemmlab-timing-" + bus + ".lock";
}

}  // namespace gemmlab
