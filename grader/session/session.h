// One worker: starts it, communicates with time limits, and ends it with all its children. And a
// session, which runs one module several times: starts a worker when needed and replaces it when it
// dies.
#pragma once

#include <algorithm>
#include <boost/core/noncopyable.hpp>
#include <chrono>
#include <memory>
#include <string>

#include "grader/core/foreign_text.h"
#include "grader/core/fs.h"
#include "grader/core/infrastructure_error.h"
#include "grader/core/labs.h"
#include "grader/process/child.h"
#include "grader/protocol/protocol.h"
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
  // Interrupted.
  Heard hear(std::chrono::steady_clock::time_point deadline, std::string& text);

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
  void take_in_output();
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

// A worker's or keeper's report about this machine, as a sentence.
std::string describe(const DeviceProblem& problem);

// The judge's side of a keeper: our own process, which owns the GPU's memory of all programs that
// this judge runs and reads their results from it. It lives as long as one of their sessions.
class Keeper {
 public:
  // The one that runs, or a new one, without waiting for it. Throws std::system_error.
  static std::shared_ptr<Keeper> get();

  // Waits until it can work. False if processes cannot share this GPU's memory. Throws
  // InfrastructureError.
  bool is_ready();

  // Part of the GPU's memory.
  struct Block {
    unsigned number = 0;
    Descriptor memory = Descriptor();
    std::uint64_t bytes = 0;
  };
  // For a new block.
  unsigned next_number() { return ++numbers_; }

  // Does what a PlaceRequest or FetchRequest says. Puts a new block into `block`.
  // Throws InfrastructureError if it cannot, but for memory that is missing: then the reply says
  // so.
  RunReply ask(const Request& request, Block& block);

  // The memory of this process that it copies from and to.
  HostMatrices& host() { return host_; }

  // A block of its own, for workers to try out, once it is ready.
  const Block& trial() const { return trial_; }

 private:
  Keeper();

  HostMatrices host_;
  WorkerProcess process_;
  Block trial_;
  unsigned numbers_ = 0;
};

// The result of one request.
struct Outcome {
  enum class Kind {
    replied,
    exited,      // the program called exit
    crashed,     // a signal ended it
    timed_out,   // it was killed
    not_loaded,  // the module cannot be loaded
  };
  Kind kind = Kind::crashed;
  bool started_another = false;  // crashed: the program must run alone, and started a thread
  RunReply reply = {};           // if replied; if crashed, possibly the worker's last message
  std::string detail = {};       // "exit status 0", "signal 11 (Segmentation fault)"
  double seconds = 0;            // by the judge's clock, from request to reply
  ProcessorTime used = {};       // by the worker during the request; only for batch()
};

// Every function throws InfrastructureError if a worker cannot be started, or still lacks something
// after a restart.
class Session : boost::noncopyable {
 public:
  // `elements`: the most floats that a, b and c have together; memory is allocated on use.
  // `sandbox`: isolates the worker, if not null; must outlive the session.
  Session(Backend backend, fs::path module, std::size_t elements, const Sandbox* sandbox = nullptr)
      : backend_(backend), module_(std::move(module)), matrices_(elements), sandbox_(sandbox) {}

  // Runs one request on these operands. C is poisoned before, or holds `c`. `limit` is wall-clock
  // time, minus the time the worker waits for a processor, as far as the system reports it.
  Outcome run(const RunRequest& request, const std::vector<float>& a, const std::vector<float>& b,
              std::chrono::milliseconds limit, const std::vector<float>& c = {});

  // Timed calls, one step each: see protocol.h. The pools have at least as many elements as the
  // request states. outcome.seconds is the judge's clock. On a CPU the program restarts, and is
  // alone from then on: it may start no thread and no process.
  Outcome stage(const StageRequest& request, const std::vector<float>& pool_a,
                const std::vector<float>& pool_b, std::chrono::milliseconds limit);
  Outcome batch(const BatchRequest& request, std::chrono::milliseconds limit);
  // Reads rows of outputs, at most kCollectedRows: c() then contains them. The program takes part
  // only if it owns the memory; outcome.seconds is 0 if it does not.
  struct Row {
    std::size_t output = 0, row = 0;
  };
  Outcome collect(const std::vector<Row>& rows, std::chrono::milliseconds limit);
  // Whether the program's own process keeps its matrices, because the GPU's memory cannot be
  // shared.
  bool keeps_its_matrices() const { return needs_no_keeper_; }

  // C after the last request, copied before anyone checks it.
  const std::vector<float>& c() const { return c_; }

  // Starts the worker without waiting for it: several can open their GPU at the same time.
  void spawn();

  // Loads the module, as the first run does.
  Outcome load();

  // Suspends the program; call resume() before the next request.
  void pause() {
    if (worker_) {
      worker_->pause();
    }
  }
  void resume() {
    if (worker_) {
      worker_->resume();
    }
  }

  // Ends the program, whatever it is doing. The next request restarts it.
  void stop();

  // Whether the module has the function. Call it after load() or a run: without a worker it is
  // unknown, and false.
  bool has(Entry entry) const {
    return std::ranges::find(loaded_.entries, entry) != loaded_.entries.end();
  }

  // The free GPU memory right after the module was loaded. Call it after load().
  std::uint64_t free_bytes() const { return loaded_.free_bytes; }

  // That the program took so far, by the judge's clock: its starts and all its requests.
  double seconds() const { return seconds_; }

  Backend backend() const { return backend_; }

  // The program's output in all its runs: the first 64 lines.
  ForeignText printed() const;

 private:
  Outcome ask(const std::string& request, std::chrono::milliseconds limit, int descriptor = -1);
  WorkerProcess::Heard hear(std::chrono::steady_clock::time_point asked,
                            std::chrono::milliseconds limit, std::string& text);
  Outcome place(PlaceRequest request, const std::vector<float>& a, const std::vector<float>& b,
                const std::vector<float>& c, std::chrono::milliseconds limit);
  // Of the GPU's matrices: the keeper, else the program.
  Outcome ask_owner(const Request& request, std::chrono::milliseconds limit);
  template <typename WithBlock>
  Outcome ask_with_block(WithBlock request, std::chrono::milliseconds limit);
  Outcome run_on_gpu(const RunRequest& request, const std::vector<float>& a,
                     const std::vector<float>& b, std::chrono::milliseconds limit,
                     const std::vector<float>& c);
  HostMatrices& transfer() { return keeper_ ? keeper_->host() : matrices_; }
  Outcome bury();
  Outcome out_of_time();

  Backend backend_;
  fs::path module_;
  HostMatrices matrices_;
  const Sandbox* sandbox_;
  std::unique_ptr<WorkerProcess> worker_;
  bool is_open_ = false;  // the worker has loaded the module
  bool is_alone_ = false;
  bool is_staged_ = false;  // in this worker
  Loaded loaded_;
  std::shared_ptr<Keeper> keeper_;  // of the GPU's matrices
  bool needs_no_keeper_ = false;    // because it could not share them
  Keeper::Block block_;             // for this program
  bool has_block_ = false;          // the worker does
  PlaceRequest placed_;
  StageRequest staged_;
  std::vector<float> c_;
  std::string printed_before_;
  double seconds_ = 0;
};

}  // namespace gemmlab
