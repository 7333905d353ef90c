#include "common/simt/engine/other_threads.h"

#include <dirent.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <limits>

namespace simt {
namespace {

constexpr int kHoldSignal = SIGUSR2;
constexpr const char* kTasks = "/proc/self/task";
constexpr long kPatience = 200'000'000;  // nanoseconds until a thread asks whether to go on
constexpr int kPollsToStop = 2000;

std::atomic<int> holder{0};  // its thread's number; 0: nobody
std::atomic<int> standing{0};

void sleep_for(long nanoseconds) {
  const timespec time{0, nanoseconds};
  nanosleep(&time, nullptr);
}

static_assert(sizeof holder == sizeof(int));
long futex(int operation, int value, const timespec* time) {
  return syscall(SYS_futex, &holder, operation, value, time, nullptr, 0);
}

// Async-signal-safe, as all that a handler calls.
bool is_asleep(int thread) {
  char path[48] = "/proc/self/task/";
  char* const end = std::to_chars(path + std::strlen(path), path + 40, thread).ptr;
  std::memcpy(end, "/stat", sizeof "/stat");
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  char text[512] = {};
  const ssize_t size = file < 0 ? 0 : read(file, text, sizeof text - 1);
  if (file >= 0) {
    close(file);
  }
  const char* const name_end = size > 0 ? std::strrchr(text, ')') : nullptr;
  return name_end != nullptr && name_end[1] == ' ' && name_end[2] == 'S';
}

void stand_still(int) {
  const int error = errno;
  standing.fetch_add(1);
  bool was_asleep = false;
  for (int by = holder.load(); by != 0; by = holder.load()) {
    const timespec time{0, kPatience};
    const bool is_late = futex(FUTEX_WAIT_PRIVATE, by, &time) != 0 && errno == ETIMEDOUT;
    const bool sleeps = is_late && is_asleep(by);
    if (sleeps && was_asleep) {
      break;
    }
    was_asleep = sleeps;
  }
  standing.fetch_sub(1);
  errno = error;
}

bool has_others() {
  struct stat status = {};
  return stat(kTasks, &status) == 0 && status.st_nlink > 3;  // itself, the folder above, one thread
}

// Signals each other thread; returns their number.
int signal_others() {
  int sent = 0;
  DIR* const tasks = opendir(kTasks);
  while (const dirent* entry = tasks != nullptr ? readdir(tasks) : nullptr) {
    const int thread = std::atoi(entry->d_name);
    if (thread > 0 && thread != gettid() && tgkill(getpid(), thread, kHoldSignal) == 0) {
      ++sent;
    }
  }
  if (tasks != nullptr) {
    closedir(tasks);
  }
  return sent;
}

}  // namespace

void hold_others() {
  if (!has_others() || holder.load() == gettid()) {
    return;
  }
  struct sigaction action = {};
  action.sa_handler = stand_still;
  action.sa_flags = SA_RESTART;
  sigfillset(&action.sa_mask);
  sigaction(kHoldSignal, &action, nullptr);
  holder.store(gettid());
  const int sent = signal_others();
  for (int polls = 0; standing.load() < sent && polls < kPollsToStop; ++polls) {
    sleep_for(50'000);
  }
}

void let_others_go() {
  if (holder.load() != gettid()) {
    return;
  }
  holder.store(0);
  futex(FUTEX_WAKE_PRIVATE, std::numeric_limits<int>::max(), nullptr);
  for (int polls = 0; standing.load() > 0 && polls < kPollsToStop; ++polls) {
    sleep_for(50'000);
  }
}

}  // namespace simt
