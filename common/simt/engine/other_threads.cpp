#include "common/simt/engine/other_threads.h"

#include <fcntl.h>
#include <linux/futex.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <limits>

#include "common/simt/state/integers.h"

namespace simt {
namespace {

using std::chrono::steady_clock;
using namespace std::chrono_literals;

constexpr int kHoldSignal = SIGUSR2;
constexpr const char* kTasks = "/proc/self/task";
constexpr std::chrono::nanoseconds kPatience = 200ms;  // until a thread asks whether to go on
constexpr std::chrono::nanoseconds kLookAgain = 5ms;   // threads end and begin while they are held
constexpr std::chrono::nanoseconds kGiveUp = 1s;       // on threads that block the signal

std::atomic<int> holder{0};  // its thread's number; 0: nobody
std::atomic<int> standing{0};
std::atomic<int> unreachable{0};  // threads given up on: waited for once, not at each launch

// Waits while `word` is `value`; false if it still was after `time`.
static_assert(sizeof(std::atomic<int>) == sizeof(int));
bool wait_while(const std::atomic<int>& word, int value, std::chrono::nanoseconds time) {
  const timespec limit{0, time.count()};
  return syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, value, &limit, nullptr, 0) == 0 ||
         errno != ETIMEDOUT;
}

void wake_all(const std::atomic<int>& word) {
  syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, std::numeric_limits<int>::max(), nullptr, nullptr,
          0);
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
  wake_all(standing);
  bool was_asleep = false;
  for (int by = holder.load(); by != 0; by = holder.load()) {
    const bool sleeps = !wait_while(holder, by, kPatience) && is_asleep(by);
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

// Calls `visit` with the number of each other thread. Without opendir(), which allocates: a thread
// that stands still may hold the allocator's lock.
template <typename Visit>
void for_each_other(int tasks, Visit visit) {
  struct Entry {  // what getdents64 writes
    u64 inode;
    u64 offset;
    unsigned short bytes;
    unsigned char kind;
    char name[1];
  };
  lseek(tasks, 0, SEEK_SET);
  alignas(Entry) char entries[4096];
  for (long size = 0; (size = syscall(SYS_getdents64, tasks, entries, sizeof entries)) > 0;) {
    for (long at = 0; at < size;) {
      const auto& entry = *reinterpret_cast<const Entry*>(entries + at);
      const int thread = std::atoi(entry.name);
      if (thread > 0 && thread != gettid()) {
        visit(thread);
      }
      at += entry.bytes;
    }
  }
}

int count_others(int tasks) {
  int count = 0;
  for_each_other(tasks, [&](int) { ++count; });
  return count;
}

int signal_others(int tasks) {
  int sent = 0;
  for_each_other(tasks,
                 [&](int thread) { sent += tgkill(getpid(), thread, kHoldSignal) == 0 ? 1 : 0; });
  return sent;
}

// The count that ends the waiting is taken after threads stand: then each that it finds stands, and
// none is left that could begin another.
void wait_until_they_stand(int tasks) {
  const auto end = steady_clock::now() + kGiveUp;
  for (bool all_stand = false; !all_stand;) {
    const int sent = signal_others(tasks);
    int stand = standing.load();
    while (stand + unreachable.load() < sent && wait_while(standing, stand, kLookAgain)) {
      stand = standing.load();
    }
    const int others = count_others(tasks);
    if (steady_clock::now() > end) {
      unreachable.store(others - stand);
    }
    all_stand = stand + unreachable.load() >= others;
  }
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
  const int tasks = open(kTasks, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  holder.store(gettid());
  wait_until_they_stand(tasks);
  close(tasks);
}

void let_others_go() {
  if (holder.load() == gettid()) {
    holder.store(0);
    wake_all(holder);
  }
}

}  // namespace simt
