#include "grader/session/worker_process.h"

#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <system_error>
#include <utility>

#include "grader/process/interrupt.h"
#include "grader/protocol/protocol_error.h"
#include "grader/sandbox/layers.h"

namespace gemmlab {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr std::size_t kMaxPrinted = 16 << 10;

Pipe make_socket_pair() {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
    throw std::system_error(errno, std::generic_category(), "socket pair");
  }
  return {Descriptor(ends[0]), Descriptor(ends[1])};
}

// The processor time of all processes of this machine, in seconds: proc(5). 0: not told.
double machine_time() {
  std::ifstream in("/proc/stat");
  std::string cpu;
  double user = 0, nice = 0, system = 0;
  in >> cpu >> user >> nice >> system;
  return (user + nice + system) / double(sysconf(_SC_CLK_TCK));
}

}  // namespace

double waited_for_others(const ProcessorTime& own, double machine) {
  const double others = std::max(machine - own.run, 0.0);
  const double own_others = std::max(own.run - own.first, 0.0);  // its other threads
  return others + own_others > 0 ? own.waited * others / (others + own_others) : 0;
}

WorkerProcess::WorkerProcess(const fs::path& worker, const fs::path& module, int matrices_fd,
                             const WorkerTerms& terms)
    : sandbox_(terms.sandbox), limits_(terms.gpu ? kGpuProgramLimits : kProgramLimits) {
  Pipe sockets = make_socket_pair(), output = make_pipe();
  const int printed = output.write.get();
  static_assert(kWorkerSocket == 3 && kWorkerMatrices == 4);
  Spawn spawn{
      .argv = {worker.string()},
      // Only the library path and the GPUs that we may use.
      .environment =
          environment_of({"PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8"},
                         {"CUDA_DEVICE_ORDER", "CUDA_VISIBLE_DEVICES", "LD_LIBRARY_PATH"}),
      .descriptors = {kNothing, printed, printed, sockets.write.get(), matrices_fd},
      .leads_group = true,
      .ignores_interrupt = true,
      .no_new_privileges = true,
      .limits = {{RLIMIT_CORE, 0}},
  };
  if (!module.empty()) {
    spawn.argv.push_back(module.string());
  }
  limits_.one_task = terms.alone;
  if (sandbox_ != nullptr) {
    sandbox_->hold(spawn, {.readable = {worker, module}, .gpu = terms.gpu}, limits_);
  } else if (terms.alone) {
    spawn.system_calls = &one_task_filter();
  }
  inherit_strays();
  machine_before_ = machine_time();
  child_ = Child(spawn);
  socket_ = std::move(sockets.read);
  // A program that never reads must not hold the judge: a request that it does not take in this
  // time has no receiver.
  constexpr timeval kPatience{.tv_sec = 10, .tv_usec = 0};
  setsockopt(socket_.get(), SOL_SOCKET, SO_SNDTIMEO, &kPatience, sizeof kPatience);
  output_ = std::move(output.read);
  fcntl(output_.get(), F_SETFL, O_NONBLOCK);
  channel_ = Channel(socket_.get(), terms.hands_over ? Channel::Descriptors::taken
                                                     : Channel::Descriptors::refused);
}

WorkerProcess::Heard WorkerProcess::hear(steady_clock::time_point deadline, std::string& text,
                                         const std::stop_token& unneeded) {
  try {
    for (;;) {
      throw_if_interrupted();
      if (unneeded.stop_requested()) {
        throw Interrupted{};
      }
      if (auto next = channel_.next()) {
        text = std::move(*next);
        read_output();
        return Heard::text;
      }
      const auto left =
          std::chrono::duration_cast<milliseconds>(deadline - steady_clock::now()).count();
      if (left <= 0) {
        return Heard::late;
      }
      pollfd ready[2] = {{socket_.get(), POLLIN, 0}, {output_.get(), POLLIN, 0}};
      const int answer = poll(ready, 2, int(std::min<long>(left + 1, 100)));
      end_if_greedy();
      if (answer <= 0) {
        continue;
      }
      read_output();
      if (ready[0].revents != 0 && !channel_.read_available()) {
        auto last = channel_.next();
        text = last.value_or("");
        return last ? Heard::text : Heard::gone;
      }
      if (ready[0].revents == 0 && (ready[1].revents & POLLHUP) != 0) {
        usleep(1000);  // the program closed its output; avoid busy waiting
      }
    }
  } catch (const ProtocolError&) {
    return Heard::garbled;
  }
}

pid_t WorkerProcess::program() const {
  const pid_t started = child_.id();
  return sandbox_ != nullptr && started > 0 ? sandbox_->program(started) : started;
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
  if (const pid_t whom = program(); whom > 0) {
    kill(whom, SIGUSR1);
  }
}

// A program may leave its group, but not its user.
void WorkerProcess::signal_to_all(int signal) const {
  if (sandbox_ != nullptr && sandbox_->has_user()) {
    sandbox_->signal_all(signal);
  } else if (sandbox_ != nullptr && child_.id() > 0) {
    kill(-getpgid(program()), signal);
  } else {
    child_.signal_group(signal);
  }
}

ProcessorTime WorkerProcess::processor_time() const {
  ProcessorTime time;
  clockid_t clock = 0;
  timespec run{};
  const pid_t program = this->program();
  if (program > 0 && clock_getcpuclockid(program, &clock) == 0 && clock_gettime(clock, &run) == 0) {
    time.run = double(run.tv_sec) + 1e-9 * double(run.tv_nsec);
  }
  // Nanoseconds on a processor, and in a queue for one: proc(5). Some kernels do not report this.
  std::ifstream in("/proc/" + std::to_string(program) + "/schedstat");
  double ran = 0, queued = 0;
  if (in >> ran >> queued) {
    time.first = 1e-9 * ran;
    time.waited = 1e-9 * queued;
  }
  return time;
}

double WorkerProcess::waited_for_others() const {
  return gemmlab::waited_for_others(processor_time(), machine_time() - machine_before_);
}

// A worker that closed its connection is about to end, and the caller wants to know how.
void WorkerProcess::let_end() const {
  for (int wait_ms = 0; wait_ms < 200 && !child_.has_ended(); ++wait_ms) {
    pollfd hang_up{socket_.get(), POLLIN, 0};
    char byte;
    if (poll(&hang_up, 1, 0) <= 0 || recv(socket_.get(), &byte, 1, MSG_PEEK) != 0) {
      return;
    }
    usleep(1000);
  }
}

Ending WorkerProcess::end() {
  const bool is_first = child_.id() > 0;
  if (is_first) {
    let_end();
  }
  const Ending ending = child_.end();
  if (is_first) {
    if (sandbox_ != nullptr) {
      excess_ = excess_.empty() ? sandbox_->excess(limits_) : excess_;
      sandbox_->signal_all(SIGKILL);
    }
    read_output();
    kill_strays();
  }
  // This is how bubblewrap reports that its program died from a signal. A program can end with such
  // a status, too, but not with a signal that does not exist.
  const int signal = ending.code - 128;
  const bool is_told =
      sandbox_ != nullptr && !ending.signalled && signal > 0 && sigabbrev_np(signal) != nullptr;
  return is_told ? Ending{true, signal} : ending;
}

void WorkerProcess::read_output() {
  // Large output is read in limited pieces, and dropped beyond what is shown.
  std::string chunk;
  for (int pieces = 0; pieces < 64 && read_some(output_.get(), chunk) > 0; ++pieces) {
    printed_ += chunk.substr(0, kMaxPrinted - std::min(printed_.size(), kMaxPrinted));
    chunk.clear();
  }
}

}  // namespace gemmlab
