#include "grader/session/worker_process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <set>
#include <system_error>

#include "grader/process/interrupt.h"
#include "grader/protocol/messages.h"
#include "grader/session/worker_start.h"

namespace gemmlab {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr std::size_t kMaxPrinted = 16 << 10;
constexpr int kMaxPrintedLines = 64;

[[noreturn]] void fail(const char* what) {
  throw std::system_error(errno, std::generic_category(), what);
}

// Workers that are not reaped yet.
std::set<pid_t>& live_workers() {
  static std::set<pid_t> workers;
  return workers;
}

// Ends what a program has started and left behind: as their reaper we inherit such processes,
// whatever process group they have moved to. A process that forks faster than this loop is a
// sandbox's to stop.
void kill_strays() {
  for (int round = 0; round < 8; ++round) {
    std::ifstream children("/proc/thread-self/children");
    bool any = false;
    for (pid_t child; children >> child;) {
      if (live_workers().count(child) == 0) {
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

}  // namespace

WorkerProcess::WorkerProcess(const std::filesystem::path& worker,
                             const std::filesystem::path& module,
                             int matrices_fd,
                             const Sandbox* sandbox,
                             bool gpu)
    : sandbox_(sandbox), limits_(gpu ? kGpuProgramLimits : kProgramLimits) {
  int sockets[2], pipe_ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) != 0) {
    fail("cannot make a socket pair for a worker");
  }
  if (pipe2(pipe_ends, O_CLOEXEC) != 0) {
    fail("cannot make a pipe for a worker's output");
  }
  pid_ = start_worker({.worker = worker,
                       .module = module,
                       .sandbox = sandbox,
                       .limits = limits_,
                       .gpu = gpu,
                       .output = pipe_ends[1],
                       .socket = sockets[1],
                       .matrices = matrices_fd});
  live_workers().insert(pid_);
  close(sockets[1]);
  close(pipe_ends[1]);
  socket_ = sockets[0];
  output_ = pipe_ends[0];
  fcntl(output_, F_SETFL, O_NONBLOCK);
  channel_ = Channel(socket_);
}

WorkerProcess::~WorkerProcess() {
  end();
  close(socket_);
  close(output_);
}

WorkerProcess::Heard WorkerProcess::hear(steady_clock::time_point deadline, std::string& text) {
  try {
    for (;;) {
      throw_if_interrupted();
      if (auto next = channel_.next()) {
        text = std::move(*next);
        take_in_output();
        return Heard::text;
      }
      const auto left =
          std::chrono::duration_cast<milliseconds>(deadline - steady_clock::now()).count();
      if (left <= 0) {
        return Heard::late;
      }
      pollfd ready[2] = {{socket_, POLLIN, 0}, {output_, POLLIN, 0}};
      const int answer = poll(ready, 2, int(std::min<long>(left + 1, 100)));
      end_if_greedy();
      if (answer <= 0) {
        continue;
      }
      take_in_output();
      if (ready[0].revents != 0 && !channel_.take_in()) {
        auto last = channel_.next();
        text = last.value_or("");
        return last ? Heard::text : Heard::gone;
      }
      if (ready[0].revents == 0 && (ready[1].revents & POLLHUP) != 0) {
        usleep(1000);  // the program closed its output; don't spin on that
      }
    }
  } catch (const ProtocolError&) {
    return Heard::garbled;
  }
}

void WorkerProcess::signal_to(pid_t whom, int signal) const {
  if (pid_ > 0) {  // -1 would mean everybody
    kill(whom, signal);
  }
}

pid_t WorkerProcess::program() const {
  return sandbox_ != nullptr && pid_ > 0 ? sandbox_->program(pid_) : pid_;
}

void WorkerProcess::end_if_greedy() {
  const auto now = steady_clock::now();
  if (sandbox_ == nullptr || now < looks_again_) {
    return;
  }
  looks_again_ = now + milliseconds(100);
  if (std::string excess = sandbox_->excess(limits_); !excess.empty()) {
    excess_ = std::move(excess);
    sandbox_->signal_all(SIGKILL);
  }
}

void WorkerProcess::nudge() {
  signal_to(program(), SIGUSR1);
}

void WorkerProcess::pause() {
  signal_to_all(SIGSTOP);
}

void WorkerProcess::resume() {
  signal_to_all(SIGCONT);
}

// A program may leave its group, but not its user.
void WorkerProcess::signal_to_all(int signal) const {
  if (sandbox_ != nullptr && sandbox_->has_user()) {
    sandbox_->signal_all(signal);
  } else if (sandbox_ != nullptr && pid_ > 0) {
    signal_to(-getpgid(program()), signal);
  } else {
    signal_to(-pid_, signal);
  }
}

ProcessorTime WorkerProcess::processor_time() const {
  ProcessorTime time;
  clockid_t clock = 0;
  timespec run{};
  const pid_t program = this->program();
  if (pid_ > 0 && clock_getcpuclockid(program, &clock) == 0 && clock_gettime(clock, &run) == 0) {
    time.run = double(run.tv_sec) + 1e-9 * double(run.tv_nsec);
  }
  // Nanoseconds on a processor, and in a queue for one: proc(5). Some kernels do not tell.
  std::ifstream in("/proc/" + std::to_string(program) + "/schedstat");
  double ran = 0, queued = 0;
  if (in >> ran >> queued) {
    time.waited = 1e-9 * queued;
  }
  return time;
}

bool WorkerProcess::has_ended() const {
  siginfo_t info = {};
  return waitid(P_PID, id_t(pid_), &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid == pid_;
}

Ending WorkerProcess::end() {
  if (pid_ < 0) {
    return ending_;
  }
  // A worker that hung up is about to end by itself, and how is what the caller wants to know.
  int status = 0;
  pid_t reaped = 0;
  for (int wait_ms = 0; wait_ms < 200 && reaped == 0; ++wait_ms) {
    reaped = waitpid(pid_, &status, WNOHANG);
    if (reaped == 0) {
      pollfd hang_up{socket_, POLLIN, 0};
      char byte;
      const bool gone = poll(&hang_up, 1, 0) > 0 && recv(socket_, &byte, 1, MSG_PEEK) == 0;
      if (!gone) {
        break;
      }
      usleep(1000);
    }
  }
  kill(-pid_, SIGKILL);
  if (sandbox_ != nullptr) {
    sandbox_->signal_all(SIGKILL);
  }
  if (reaped == 0) {
    waitpid(pid_, &status, 0);
  }
  take_in_output();
  live_workers().erase(pid_);
  kill_strays();
  pid_ = -1;
  ending_ =
      WIFSIGNALED(status) ? Ending{true, WTERMSIG(status)} : Ending{false, WEXITSTATUS(status)};
  if (sandbox_ != nullptr && !ending_.signalled && ending_.code > 128) {
    ending_ = {true, ending_.code - 128};  // as bubblewrap tells that its program died of a signal
  }
  return ending_;
}

void WorkerProcess::take_in_output() {
  char chunk[4096];
  // A flood is read a bounded piece at a time, and forgotten beyond what is shown.
  for (int pieces = 0; pieces < 64; ++pieces) {
    const ssize_t got = read(output_, chunk, sizeof chunk);
    if (got <= 0) {
      return;
    }
    for (ssize_t i = 0; i < got; ++i) {
      if (printed_lines_ < kMaxPrintedLines && printed_.size() < kMaxPrinted) {
        printed_ += chunk[i];
        printed_lines_ += chunk[i] == '\n';
      }
    }
  }
}

}  // namespace gemmlab
