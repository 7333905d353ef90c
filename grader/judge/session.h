// The runs of one module: a worker that is started when needed and replaced when it dies.
#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>

#include "grader/judge/worker_process.h"
#include "grader/protocol/host_matrices.h"
#include "grader/protocol/messages.h"

namespace gemmlab {

// This machine's problem, never the student's: a worker that does not start, no shared memory.
struct InfrastructureError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

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
  RunReply reply;      // if replied; if crashed, it may hold what the worker said last
  std::string detail;  // "exit status 0", "signal 11 (Segmentation fault)"
  double seconds = 0;  // by the judge's clock, from request to reply
};

// Every function throws InfrastructureError where a worker cannot be started.
class Session {
 public:
  // `backend`: sim or cpu. `elements`: the most floats that a, b and c have together.
  Session(std::string backend, std::filesystem::path module, std::size_t elements);

  // Runs one request on these operands. C is poisoned before. `limit` is wall-clock time.
  Outcome run(const RunRequest& request,
              const std::vector<float>& a,
              const std::vector<float>& b,
              std::chrono::milliseconds limit);

  // Calls matmul in a row; outcome.seconds spans the calls.
  Outcome batch(const BatchRequest& request,
                const std::vector<float>& a,
                const std::vector<float>& b,
                std::chrono::milliseconds limit);

  // C as the last request left it, copied out before anyone looks at it.
  const std::vector<float>& c() const { return c_; }

  // Loads the module, as the first run would.
  Outcome load();

  // Whether the module has the function. Ask after load() or a run: without a worker it is not
  // known, and false.
  bool has(Entry entry) const;

  // What the program has printed in all its runs: the first 64 lines.
  std::string printed() const;

 private:
  Outcome start();
  Outcome ask(const std::string& request,
              const MatrixLayout& layout,
              const std::vector<float>& a,
              const std::vector<float>& b,
              std::chrono::milliseconds limit);
  Outcome bury();
  Outcome out_of_time();

  std::string backend_;
  std::filesystem::path module_;
  HostMatrices matrices_;
  std::unique_ptr<WorkerProcess> worker_;
  Loaded loaded_;
  std::vector<float> c_;
  std::string printed_before_;
};

}  // namespace gemmlab
