// Only this code starts processes: their properties, and a handle for them.
#pragma once

#include <linux/filter.h>
#include <sys/types.h>

#include <chrono>
#include <csignal>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "grader/process/descriptor.h"
#include "grader/process/interrupt.h"  // what waiting throws

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
  std::vector<int> descriptors = {};         // our descriptors that become its 0, 1, 2 and so on
  bool leads_group = false;                  // the group ends with it, and does not get Ctrl-C
  int death_signal = SIGKILL;                // sent to it if this thread ends first
  bool ignores_interrupt = false;            // Ctrl-C
  bool no_new_privileges = false;            // setuid programs give it no privileges
  std::vector<std::string> own_mounts = {};  // paths that its user may not reach: see own_mounts.h
  uid_t user = 0;                            // its user, without any groups; 0: ours
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

}  // namespace gemmlab
