// A session runs one module several times: it starts a worker when needed and replaces it when it
// dies. Its requests are in session_calls.cpp.
#pragma once

#include <algorithm>
#include <boost/core/noncopyable.hpp>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "grader/core/foreign_text.h"
#include "grader/core/fs.h"
#include "grader/core/labs.h"
#include "grader/core/spec.h"
#include "grader/protocol/host_matrices.h"
#include "grader/protocol/messages.h"
#include "grader/protocol/requests.h"
#include "grader/sandbox/sandbox.h"
#include "grader/session/keeper.h"
#include "grader/session/outcome.h"
#include "grader/session/worker_process.h"

namespace gemmlab {

// Every function throws InfrastructureError if a worker cannot be started, or still lacks something
// after a restart.
class Session : boost::noncopyable {
 public:
  // `elements`: the most floats that a, b and c have together; memory is allocated on use.
  // `sandbox`: isolates the worker, if not null; must outlive the session.
  Session(Backend backend, fs::path module, std::size_t elements, const Sandbox* sandbox = nullptr)
      : backend_(backend),
        module_(std::move(module)),
        room_(elements),
        matrices_(elements),
        sandbox_(sandbox) {}

  std::size_t room() const { return room_; }  // floats that a, b and c have together at most

  // Runs one request on these operands. C is poisoned before, or holds `c`. `limit` is wall-clock
  // time, minus the time the worker waits for a processor, as far as the system reports it.
  Outcome run(const RunRequest& request, const std::vector<float>& a, const std::vector<float>& b,
              std::chrono::milliseconds limit, const std::vector<float>& c = {});

  // Timed calls, one step each: see requests.h. The pools have at least as many elements as the
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

  // From now on a request throws Interrupted once a stop is requested of this.
  void give_up_when(std::stop_token unneeded) { unneeded_ = std::move(unneeded); }

  // Whether the module has the function. Call it after load() or a run: without a worker it is
  // unknown, and false.
  bool has_entry(Entry entry) const {
    return std::ranges::find(loaded_.entries, entry) != loaded_.entries.end();
  }

  // The free GPU memory right after the module was loaded. Call it after load().
  std::uint64_t free_bytes() const { return loaded_.free_bytes; }

  // That the program took so far, by the judge's clock: its starts and all its requests, without
  // waiting for a processor that others had.
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
  // From its first timed call on, a program on a CPU is alone.
  bool is_alone() const { return staged_ && backend_ != Backend::cuda; }
  HostMatrices& transfer() { return keeper_ ? keeper_->host() : matrices_; }
  Outcome bury();
  void drop_worker();
  Outcome out_of_time();

  Backend backend_;
  fs::path module_;
  std::size_t room_;
  HostMatrices matrices_;
  const Sandbox* sandbox_;
  std::unique_ptr<WorkerProcess> worker_;
  enum class Progress { none, started, loaded, staged };
  Progress progress_ = Progress::none;  // of the worker; none: there is none
  Loaded loaded_;
  std::shared_ptr<Keeper> keeper_;  // of the GPU's matrices
  bool needs_no_keeper_ = false;    // because it could not share them
  Keeper::Block block_;             // for this program
  bool has_block_ = false;          // the worker does
  PlaceRequest placed_;
  std::optional<StageRequest> staged_;  // the last one
  std::vector<float> c_;
  std::string printed_before_;
  double seconds_ = 0;
  std::stop_token unneeded_;
};

}  // namespace gemmlab
