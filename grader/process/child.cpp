#include "grader/process/child.h"

#include <fcntl.h>
#include <grp.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <set>
#include <stdexcept>
#include <system_error>
#include <thread>

#include "grader/process/own_mounts.h"

namespace gemmlab {
namespace {

constexpr std::size_t kMostDescriptors = 8;

// The processes that this thread has started and not yet reaped.
std::set<pid_t>& live_children() {
  thread_local std::set<pid_t> children;
  return children;
}

// The arguments of execve, built before fork: between the two only safe calls are allowed.
struct Exec {
  std::vector<char*> arguments, environment;
  pid_t parent = getpid();
};

std::vector<char*> pointers(const std::vector<std::string>& strings) {
  std::vector<char*> all;
  for (const std::string& each : strings) {
    all.push_back(const_cast<char*>(each.c_str()));
  }
  all.push_back(nullptr);
  return all;
}

void take_descriptors(const std::vector<int>& ours) {
  std::array<int, kMostDescriptors> moved{};
  for (std::size_t i = 0; i < ours.size(); ++i) {
    const int from = ours[i] == kNothing ? open("/dev/null", O_RDWR | O_CLOEXEC) : ours[i];
    moved[i] = fcntl(from, F_DUPFD_CLOEXEC, 2 * kMostDescriptors);  // to avoid overlaps
  }
  for (std::size_t i = 0; i < ours.size(); ++i) {
    dup2(moved[i], int(i));
    close(moved[i]);
  }
}

bool limit(const Limit& wanted) {
  const auto resource = static_cast<__rlimit_resource>(wanted.resource);
  rlimit both{};
  if (getrlimit(resource, &both) != 0) {
    return false;
  }
  both.rlim_cur = std::min(both.rlim_max, static_cast<rlim_t>(wanted.most));
  if (wanted.whom == Limit::For::all) {
    both.rlim_max = both.rlim_cur;
  }
  return setrlimit(resource, &both) == 0;
}

// Permanently. False if not permitted.
bool become_user(uid_t user) {
  return setgroups(0, nullptr) == 0 && setresgid(user, user, user) == 0 &&
         setresuid(user, user, user) == 0;
}

// Mounts and limits come first, because the new user may not be allowed to set them; then the user,
// because that change resets what is set after it.
bool give_up(const Spawn& spawn) {
  return (spawn.own_mounts.empty() || mount_own(spawn.own_mounts)) &&
         std::ranges::all_of(spawn.limits, limit) && (spawn.user == 0 || become_user(spawn.user)) &&
         (!spawn.no_new_privileges || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0) &&
         prctl(PR_SET_PDEATHSIG, spawn.death_signal) == 0;
}

bool load(const std::vector<sock_filter>& filter) {
  const sock_fprog program{static_cast<unsigned short>(filter.size()),
                           const_cast<sock_filter*>(filter.data())};
  return prctl(PR_SET_SECCOMP, 2 /* SECCOMP_MODE_FILTER */, &program) == 0;
}

// Runs in the child.
[[noreturn]] void become(const Spawn& spawn, const Exec& exec) {
  if (spawn.leads_group) {
    setpgid(0, 0);
  }
  const bool has_joined = spawn.control_group < 0 || write(spawn.control_group, "0", 1) == 1;
  take_descriptors(spawn.descriptors);
  if (spawn.ignores_interrupt) {
    std::signal(SIGINT, SIG_IGN);
  }
  // Lifts what are its parent's limits for itself, which are soft ones.
  const bool is_lifted =
      spawn.function || (limit({RLIMIT_DATA, RLIM_INFINITY, Limit::For::itself}) &&
                         limit({RLIMIT_CPU, RLIM_INFINITY, Limit::For::itself}));
  const bool is_ready = has_joined && is_lifted && give_up(spawn) &&
                        getppid() == exec.parent;  // else orphaned earlier
  if (is_ready && spawn.function) {
    int code = EXIT_FAILURE;
    try {
      code = spawn.function();
    } catch (...) {
    }
    _exit(code);
  }
  close_range(static_cast<unsigned>(spawn.descriptors.size()), ~0u, 0);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  if (is_ready && (spawn.system_calls == nullptr || load(*spawn.system_calls))) {
    execvpe(exec.arguments[0], exec.arguments.data(),
            spawn.environment ? exec.environment.data() : environ);
  }
  _exit(kCannotRun);
}

}  // namespace

std::vector<std::string> environment_of(std::vector<std::string> own,
                                        const std::vector<const char*>& kept) {
  for (const char* name : kept) {
    if (const char* value = std::getenv(name)) {
      own.push_back(std::string(name) + "=" + value);
    }
  }
  return own;
}

Child::Child(const Spawn& spawn) : leads_group_(spawn.leads_group) {
  if (spawn.descriptors.size() > kMostDescriptors) {
    throw std::logic_error("too many descriptors for a process");
  }
  Exec exec{pointers(spawn.argv), {}};
  if (spawn.environment) {
    exec.environment = pointers(*spawn.environment);
  }
  id_ = fork();
  if (id_ == 0) {
    become(spawn, exec);
  }
  if (id_ < 0) {
    throw std::system_error(errno, std::generic_category(), "cannot start a process");
  }
  if (leads_group_) {
    setpgid(id_, id_);  // the child does this too: the group must exist before it can be killed
  }
  live_children().insert(id_);
}

Child& Child::operator=(Child&& other) noexcept {
  std::swap(id_, other.id_);
  std::swap(leads_group_, other.leads_group_);
  std::swap(ending_, other.ending_);
  return *this;
}

bool Child::has_ended() const {
  siginfo_t info = {};
  return id_ < 0 ||
         (waitid(P_PID, id_t(id_), &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid == id_);
}

std::optional<Ending> Child::wait_until(std::chrono::steady_clock::time_point deadline) {
  for (;;) {
    throw_if_interrupted();
    if (const auto ending = ended()) {
      return ending;
    }
    if (std::chrono::steady_clock::now() >= deadline) {
      return std::nullopt;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
}

Ending Child::wait() {
  if (id_ < 0) {
    return ending_;
  }
  siginfo_t info = {};
  while (waitid(P_PID, id_t(id_), &info, WEXITED | WNOWAIT) < 0 && errno == EINTR) {
  }
  signal_group(SIGKILL);  // before it is reaped: until then its number cannot be reused
  while (waitid(P_PID, id_t(id_), &info, WEXITED) < 0 && errno == EINTR) {
  }
  live_children().erase(id_);
  id_ = -1;
  ending_ = {info.si_code != CLD_EXITED, info.si_status};
  return ending_;
}

void Child::signal(int number) const {
  if (id_ > 0) {  // -1 would mean all processes
    kill(id_, number);
  }
}

void Child::signal_group(int number) const {
  if (id_ > 0 && leads_group_) {
    kill(-id_, number);
  }
}

void inherit_strays() {
  prctl(PR_SET_CHILD_SUBREAPER, 1);
}

void kill_strays() {
  for (int round = 0; round < 8; ++round) {
    std::ifstream children("/proc/thread-self/children");
    bool any = false;
    for (pid_t child; children >> child;) {
      if (live_children().count(child) == 0) {
        any = true;
        kill(child, SIGKILL);
        waitpid(child, nullptr, 0);
      }
    }
    if (!any) {
      return;
    }
  }
}

}  // namespace gemmlab
