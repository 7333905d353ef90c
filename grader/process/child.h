// The one place that starts processes: what one is to be, and a handle on it.
#pragma once

#include <linux/filter.h>
#include <sys/types.h>

#include <chrono>
#include <csignal>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "grader/process/descriptor.h"

namespace gemmlab {

// A most that holds for one resource: RLIMIT_CPU and so on. None raises what holds already.
struct Limit {
  int resource = 0;
  std::uint64_t most = 0;
};

inline constexpr int kNothing = -1;     // /dev/null, among descriptors
inline constexpr int kCannotRun = 127;  // exit code of what could not become its program

// What a process is to be. It runs a program, with no descriptor but the given ones, or a function
// of ours in a copy of this process.
struct Spawn {
  std::vector<std::string> argv = {};  // the program by its path, or by name as PATH finds it
  std::function<int()> function = {};  // instead of a program; returns the exit code
  std::optional<std::vector<std::string>> environment = std::nullopt;  // else it is ours
  std::vector<int> descriptors = {};  // of ours, that become 0, 1, 2 and so on
  bool leads_group = false;           // which ends with it, and which Ctrl-C does not reach
  int death_signal = SIGKILL;         // that it gets if this thread ends first
  bool ignores_interrupt = false;     // Ctrl-C
  bool no_new_privileges = false;     // setuid programs have none for it
  uid_t user = 0;                     // whom it runs as, without any groups; 0: as we do
  std::vector<Limit> limits = {};
  const std::vector<sock_filter>* system_calls = nullptr;  // the filter of them that it gets
  std::vector<Descriptor> own = {};                        // are closed when this is
};

// `own` (NAME=value), and those of our own variables that are named in `kept`.
std::vector<std::string> environment_of(std::vector<std::string> own,
                                        const std::vector<const char*>& kept);

struct Ending {
  bool signalled = false;
  int code = 0;  // exit status or signal

  bool succeeded() const { return !signalled && code == 0; }
  int as_shell() const { return signalled ? 128 + code : code; }  // one number for both
};

// A process that we have started; it is killed, with its group if it leads one, when its handle
// goes. All functions may be called when it has ended.
class Child {
 public:
  Child() = default;  // none
  // Throws std::system_error.
  explicit Child(const Spawn& spawn);
  ~Child() { end(); }
  Child(Child&& other) noexcept { *this = std::move(other); }
  Child& operator=(Child&& other) noexcept;

  pid_t id() const { return id_; }  // -1 once its end has been taken note of

  // Whether it is no more, whoever of its group may still be there.
  bool has_ended() const;

  // How it ended, if it has: the rest of its group ends then, too.
  std::optional<Ending> ended() { return has_ended() ? std::optional(wait()) : std::nullopt; }
  // The same, for which it waits until then at most. Throws Interrupted.
  std::optional<Ending> wait_until(std::chrono::steady_clock::time_point deadline);
  Ending wait();

  void signal(int number) const;
  void signal_group(int number) const;

  // Kills it if need be.
  Ending end() {
    signal(SIGKILL);
    return wait();
  }

 private:
  pid_t id_ = -1;
  bool leads_group_ = false;
  Ending ending_;
};

// From now on we inherit what our processes leave behind, whatever group it has moved to;
// kill_strays() ends that. What forks faster than this looks is a sandbox's to stop.
void inherit_strays();
void kill_strays();

}  // namespace gemmlab
