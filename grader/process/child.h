// Only this code starts processes: their properties, a handle for them, and programs and jobs that
// run in them. Long work ends on Ctrl-C.
#pragma once

#include <linux/filter.h>
#include <sys/types.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <vector>

#include "grader/process/descriptor.h"

namespace gemmlab {

// A maximum for one resource: RLIMIT_CPU and so on. Never raises an existing limit.
struct Limit {
  enum class For { all, itself };  // `itself`: programs started by the process do not have it
  int resource = 0;
  std::uint64_t most = 0;
  For whom = For::all;
};

inline constexpr int kNothing = -1;     // in `descriptors`: /dev/null
inline constexpr int kCannotRun = 127;  // exit code if the program cannot be executed

// The properties of a new process. It runs a program, with only the given descriptors, or one of
// our functions in a copy of this process.
struct Spawn {
  std::vector<std::string> argv = {};  // the program by its path, or by a name to find on PATH
  std::function<int()> function = {};  // instead of a program; returns the exit code
  std::optional<std::vector<std::string>> environment = std::nullopt;  // default: ours
  std::vector<int> descriptors = {};  // our descriptors that become its 0, 1, 2 and so on
  bool leads_group = false;           // the group ends with it, and does not get Ctrl-C
  int death_signal = SIGKILL;         // sent to it if this thread ends first
  bool ignores_interrupt = false;     // Ctrl-C
  bool no_new_privileges = false;     // setuid programs give it no privileges
  uid_t user = 0;                     // its user, without any groups; 0: ours
  std::vector<Limit> limits = {};
  int control_group = -1;                                  // its open file "cgroup.procs", or none
  const std::vector<sock_filter>* system_calls = nullptr;  // its filter of system calls
  std::vector<Descriptor> own = {};                        // closed together with this
};

// `own` (NAME=value), and our own variables named in `kept`.
std::vector<std::string> environment_of(std::vector<std::string> own,
                                        const std::vector<const char*>& kept);

struct Ending {
  bool signalled = false;
  int code = 0;  // exit status or signal

  bool succeeded() const { return !signalled && code == 0; }
  int as_shell() const { return signalled ? 128 + code : code; }  // one number for both
};

// A process that we started. When the handle is destroyed, it is killed, with its group if it leads
// one. All functions may be called after it has ended.
class Child {
 public:
  Child() = default;  // none
  // Throws std::system_error.
  explicit Child(const Spawn& spawn);
  ~Child() { end(); }
  Child(Child&& other) noexcept { *this = std::move(other); }
  Child& operator=(Child&& other) noexcept;

  pid_t id() const { return id_; }  // -1 after its end was noticed

  // Whether it has ended, even if members of its group still run.
  bool has_ended() const;

  // How it ended, if it has: also ends the rest of its group.
  std::optional<Ending> ended() { return has_ended() ? std::optional(wait()) : std::nullopt; }
  // The same, but waits until the deadline. Throws Interrupted.
  std::optional<Ending> wait_until(std::chrono::steady_clock::time_point deadline);
  Ending wait();

  void signal(int number) const;
  void signal_group(int number) const;

  // Kills it if needed.
  Ending end() {
    signal(SIGKILL);
    return wait();
  }

 private:
  pid_t id_ = -1;
  bool leads_group_ = false;
  Ending ending_;
};

// From now on we inherit the processes that ours leave behind, whatever group they moved to;
// kill_strays() ends them. Only a sandbox can stop a program that forks faster than this.
void inherit_strays();
void kill_strays();

// The path itself, if it is an executable file.
std::optional<std::filesystem::path> if_executable(const std::filesystem::path& path);

// The first program with that name in the absolute folders of PATH.
std::optional<std::filesystem::path> find_program(const std::string& name);

// Runs arguments[0], found on PATH, and calls `line` with each line of its output and errors as it
// arrives. Returns its exit code, 128 + the signal that ended it, or 127 if it could not be
// started. It ends when this process does.
int run_program(const std::vector<std::string>& arguments,
                const std::function<void(const std::string& line)>& line);

// The processors that this process may use, in order; none if that is unknown.
std::vector<int> allowed_processors();

// Thrown by long work when it should stop; its compilers and workers are killed.
struct Interrupted {};

inline std::atomic<bool> interrupt_requested = false;
static_assert(std::atomic<bool>::is_always_lock_free, "set from a signal handler");

// In a thread whose work may become unneeded: that interrupts it as well.
inline thread_local const std::atomic<bool>* unneeded = nullptr;

inline void throw_if_interrupted() {
  if (interrupt_requested || (unneeded != nullptr && *unneeded)) {
    throw Interrupted{};
  }
}

struct Job {
  std::string title;                 // shown while it runs
  std::function<std::string()> run;  // in a separate process; returns its result to us
  // What its process may have, without programs that it starts; 0: no limit.
  std::uint64_t memory_bytes = 0, cpu_seconds = 0;
  std::size_t answer_bytes = std::size_t{64} << 20;  // a longer result is a failure
};

struct JobResult {
  std::optional<std::string> answer;  // nothing: the process failed
  std::string failure;                // then how it did: "was ended by signal 7 (Bus error)"
};

// Runs all jobs, at most `at_once` at a time, and returns their results in order. In this process,
// calls `began` before each job, and `ended` after it with its result. All jobs end when this
// process does. Throws Interrupted on an interrupt, after all jobs have ended.
std::vector<JobResult> run_in_processes(
    const std::vector<Job>& jobs, int at_once, const std::function<void(const Job&)>& began = {},
    const std::function<void(const Job&, const JobResult&)>& ended = {});

}  // namespace gemmlab
