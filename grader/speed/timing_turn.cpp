#include "grader/speed/timing_turn.h"

#include <sys/file.h>

#include <set>
#include <thread>

#include "grader/core/facts/fact.h"
#include "grader/machine/gpu_state.h"
#include "grader/process/child.h"
#include "grader/process/interrupt.h"

namespace gemmlab {
namespace {

constexpr std::chrono::milliseconds kPause{100};

// Any user's file works, because a lock needs no write permission. The file is created only if it
// does not exist: in folders such as /tmp the kernel may refuse O_CREAT for a file of another user.
int open_shared(const fs::path& file) {
  constexpr int kFlags = O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK;
  const int found = ::open(file.c_str(), kFlags);
  return found >= 0 || errno != ENOENT ? found : ::open(file.c_str(), kFlags | O_CREAT, 0444);
}

// The file that all measurements on this machine's CPU lock, and the one for its GPU.
fs::path lock_file(Backend backend) {
  const auto& gpus = gpu_state().survey.gpus;
  return backend == Backend::cuda && !gpus.empty()
             ? "/tmp/gemmlab-timing-" + gpus.front().bus + ".lock"
             : "/tmp/gemmlab-timing.lock";
}

}  // namespace

TimingLock::TimingLock(const fs::path& file, std::chrono::seconds patience,
                       const std::function<void()>& wait)
    : file_(open_shared(file)) {
  const auto end = std::chrono::steady_clock::now() + patience;
  while (file_.is_open() && ::flock(file_.get(), LOCK_EX | LOCK_NB) != 0) {
    const bool is_taken = errno == EWOULDBLOCK;
    if (!is_taken || std::chrono::steady_clock::now() >= end) {
      is_held_ = !is_taken;  // on a file system without locks nobody waits
      return;
    }
    wait();
    std::this_thread::sleep_for(kPause);
  }
}

TimingTurn::TimingTurn(const std::vector<Backend>& backends,
                       const std::function<void(const std::string&)>& progress,
                       std::chrono::minutes patience) {
  std::set<fs::path> files;  // in the same order for all, to avoid deadlock
  std::ranges::transform(backends, std::inserter(files, files.end()), lock_file);
  for (const auto& file : files) {
    locks_.emplace_back(file, patience, [&] {
      throw_if_interrupted();
      if (progress) {
        progress("waiting: another gemmlab process is timing");
      }
    });
    if (!locks_.back().is_held()) {
      throw Untimed{.cause = OthersTimed{int(patience.count())}};
    }
  }
}

}  // namespace gemmlab
