// One worker: started, spoken to within time limits, and reaped with all it has started.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>

#include "grader/process/child.h"
#include "grader/protocol/channel.h"
#include "grader/sandbox/sandbox.h"

namespace gemmlab {

// What a process had of processors, in seconds.
struct ProcessorTime {
  double run = 0;     // all of its threads together
  double waited = 0;  // that its first thread could have run and did not, because others did
};

class WorkerProcess {
 public:
  // Starts `worker` on `module`. `matrices_fd` becomes the worker's kWorkerMatrices. The worker
  // leads a process group of its own, has no environment of ours, and dies with us. It is held by
  // `sandbox`, if there is one; `gpu` is whether it needs one there. Throws std::system_error,
  // InfrastructureError.
  WorkerProcess(const std::filesystem::path& worker,
                const std::filesystem::path& module,
                int matrices_fd,
                const Sandbox* sandbox = nullptr,
                bool gpu = false);
  ~WorkerProcess() { end(); }
  WorkerProcess(const WorkerProcess&) = delete;
  WorkerProcess& operator=(const WorkerProcess&) = delete;

  enum class Heard { text, gone, late, garbled };

  // Waits for the worker's next text, at most until the deadline, taking in what it prints
  // meanwhile. Throws Interrupted.
  Heard hear(std::chrono::steady_clock::time_point deadline, std::string& text);

  bool say(const std::string& text) { return channel_.send(text); }

  // Tells the worker that its time is up (SIGUSR1).
  void nudge();

  // Lets the program do nothing, and go on: all of its process group, or of its sandbox.
  void pause() { signal_to_all(SIGSTOP); }
  void resume() { signal_to_all(SIGCONT); }

  // So far; 0 if it is gone.
  ProcessorTime processor_time() const;

  // Whether the process we started is no more, whoever may still answer in its place.
  bool has_ended() const { return child_.has_ended(); }

  // Ends it if need be, with all it has started, and tells how it ended.
  Ending end();

  // Why it was ended, if it took more than a sandbox allows: Sandbox::excess.
  const std::string& excess() const { return excess_; }

  // What the program has printed so far: its first 16 KiB.
  const std::string& printed() const { return printed_; }

 private:
  void take_in_output();
  void end_if_greedy();
  void let_end() const;
  void signal_to_all(int signal) const;

  pid_t program() const;  // what runs the worker, where a sandbox stands between

  const Sandbox* sandbox_ = nullptr;
  const SandboxLimits& limits_;
  std::string excess_;
  std::chrono::steady_clock::time_point looks_again_;  // at what it takes, no earlier
  Child child_;
  Descriptor socket_, output_;
  Channel channel_{-1};
  std::string printed_;
};

}  // namespace gemmlab
