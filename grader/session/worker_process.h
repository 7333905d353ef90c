// One worker: starts it, communicates with time limits, and ends it with all its children.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <csignal>
#include <stop_token>
#include <string>

#include "grader/core/fs.h"
#include "grader/process/child.h"
#include "grader/process/descriptor.h"
#include "grader/protocol/channel.h"
#include "grader/sandbox/sandbox.h"

namespace gemmlab {

// A process's use of processors, in seconds.
struct ProcessorTime {
  double run = 0;     // of all its threads together
  double waited = 0;  // while its first thread could have run, but others did
  double first = 0;   // of its first thread alone
};

// The part of `own.waited` that was for others: theirs among all who ran meanwhile. `machine`: the
// processor time of all processes, its own among them.
double waited_for_others(const ProcessorTime& own, double machine);

// How a worker is started.
struct WorkerTerms {
  const Sandbox* sandbox = nullptr;  // isolates it, if not null
  bool gpu = false;                  // whether it needs a GPU there
  bool alone = false;                // it ends by SIGSYS if it starts a thread or a process
  bool hands_over = false;           // our own: we take the descriptors that it sends
};

class WorkerProcess {
 public:
  // Starts `worker` on `module`; without one, as a keeper. `matrices_fd` becomes the worker's
  // kWorkerMatrices. The worker leads its own process group, gets none of our environment, and dies
  // with us. Throws std::system_error, InfrastructureError.
  WorkerProcess(const fs::path& worker, const fs::path& module, int matrices_fd,
                const WorkerTerms& terms);
  ~WorkerProcess() { end(); }

  enum class Heard { text, gone, late, garbled };

  // Waits until the deadline for the worker's next text, and meanwhile reads what it prints. Throws
  // Interrupted, also once a stop is requested of `unneeded`.
  Heard hear(std::chrono::steady_clock::time_point deadline, std::string& text,
             const std::stop_token& unneeded = {});

  // `descriptor`: goes with the text; -1: none does.
  bool say(const std::string& text, int descriptor = -1) { return channel_.send(text, descriptor); }
  Descriptor take_descriptor() { return channel_.take_descriptor(); }

  // Signals the worker that its time is up (SIGUSR1).
  void nudge();

  // Suspends and resumes the program: its whole process group or sandbox.
  void pause() { signal_to_all(SIGSTOP); }
  void resume() { signal_to_all(SIGCONT); }

  // Until now; 0 if the worker is gone.
  ProcessorTime processor_time() const;

  // Seconds that its first thread waited until now for processes that are not its own.
  double waited_for_others() const;

  // Whether the process that we started has ended, even if another one still answers for it.
  bool has_ended() const { return child_.has_ended(); }

  // Ends it if needed, with all its children, and returns how it ended.
  Ending end();

  // Why it was ended, if it exceeded a sandbox's limit: Sandbox::excess.
  const std::string& excess() const { return excess_; }

  // The program's output so far: its first 16 KiB.
  const std::string& printed() const { return printed_; }

 private:
  void read_output();
  void end_if_greedy();
  void let_end() const;
  void signal_to_all(int signal) const;

  pid_t program() const;  // the worker's own process, also behind a sandbox

  const Sandbox* sandbox_ = nullptr;
  SandboxLimits limits_;
  double machine_before_ = 0;  // processor time of all processes when it started, in seconds
  std::string excess_;
  std::chrono::steady_clock::time_point looks_again_;  // earliest next check of its resource use
  Child child_;
  Descriptor socket_, output_;
  Channel channel_{-1};
  std::string printed_;
};

}  // namespace gemmlab
