// The runs of one module: a worker that is started when needed and replaced when it dies.
#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "grader/core/backend.h"
#include "grader/core/foreign_text.h"
#include "grader/core/infrastructure_error.h"
#include "grader/protocol/host_matrices.h"
#include "grader/protocol/messages.h"
#include "grader/session/worker_process.h"

namespace gemmlab {

// What came of one request.
struct Outcome {
  enum class Kind {
    replied,
    exited,      // the program called exit
    crashed,     // a signal ended it
    timed_out,   // it had to be killed
    not_loaded,  // the module cannot be loaded
  };
  Kind kind = Kind::crashed;
  RunReply reply = {};      // if replied; if crashed, it may hold what the worker said last
  std::string detail = {};  // "exit status 0", "signal 11 (Segmentation fault)"
  double seconds = 0;       // by the judge's clock, from request to reply
  ProcessorTime used = {};  // by the worker meanwhile; of batch() alone
};

// What a worker says of this machine, in a sentence.
std::string describe(const DeviceProblem& problem);

// Every function throws InfrastructureError where a worker cannot be started, or has not what it
// needs though it was started anew.
class Session {
 public:
  // `elements`: the most floats that a, b and c have together; memory is taken as it is used.
  // `sandbox`: what holds the worker, if anything does; must outlive the session.
  Session(Backend backend,
          std::filesystem::path module,
          std::size_t elements,
          const Sandbox* sandbox = nullptr);

  // Runs one request on these operands. C is poisoned before. `limit` is wall-clock time without
  // what the worker waits for a processor, as far as the system tells.
  Outcome run(const RunRequest& request,
              const std::vector<float>& a,
              const std::vector<float>& b,
              std::chrono::milliseconds limit);

  // Timed calls, one step each: see messages.h. The pools have at least as many elements as the
  // request says. outcome.seconds is the judge's clock.
  Outcome stage(const StageRequest& request,
                const std::vector<float>& pool_a,
                const std::vector<float>& pool_b,
                std::chrono::milliseconds limit);
  Outcome batch(const BatchRequest& request, std::chrono::milliseconds limit);
  // c() has the rows then.
  Outcome collect(const CollectRequest& request, std::chrono::milliseconds limit);

  // C as the last request left it, copied out before anyone looks at it.
  const std::vector<float>& c() const { return c_; }

  // Starts the worker and does not wait for it: several can open their GPU at the same time.
  void spawn();

  // Loads the module, as the first run would.
  Outcome load();

  // Lets the program do nothing until it is resumed, which must come before the next request.
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

  // Ends the program, whatever it is doing. The next request starts it anew.
  void stop();

  // Whether the module has the function. Ask after load() or a run: without a worker it is not
  // known, and false.
  bool has(Entry entry) const;

  // What was free of the GPU's memory when the module had been loaded. Ask after load().
  std::uint64_t free_bytes() const { return loaded_.free_bytes; }

  Backend backend() const { return backend_; }

  // What the program has printed in all its runs: the first 64 lines.
  ForeignText printed() const;

 private:
  Outcome ask(const std::string& request, std::chrono::milliseconds limit);
  WorkerProcess::Heard hear(std::chrono::steady_clock::time_point asked,
                            std::chrono::milliseconds limit,
                            std::string& text);
  template <typename Prepare>
  Outcome ask_twice(Prepare prepare, const std::string& request, std::chrono::milliseconds limit);
  Outcome bury();
  Outcome out_of_time();

  Backend backend_;
  std::filesystem::path module_;
  HostMatrices matrices_;
  const Sandbox* sandbox_;
  std::unique_ptr<WorkerProcess> worker_;
  bool is_open_ = false;  // the worker has loaded the module
  Loaded loaded_;
  StageRequest staged_;
  std::vector<float> c_;
  std::string printed_before_;
};

}  // namespace gemmlab
