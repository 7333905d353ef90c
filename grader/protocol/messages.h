// What judge and worker say to each other: one request, one RunReply, in JSON. Matrices travel
// beside it in shared memory (host_matrices.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "common/facts/names.h"
#include "common/facts/run_report.h"
#include "grader/core/gpu.h"
#include "grader/core/spec.h"
#include "grader/protocol/host_matrices.h"

namespace gemmlab {

// Fixed places that a worker finds its connections at.
inline constexpr int kWorkerSocket = 3;
inline constexpr int kWorkerMatrices = 4;

// Calls the entry once. The worker gets no seed of inputs, no expected values and no name of a
// phase.
struct RunRequest {
  static constexpr std::string_view kName = "run";
  Entry entry = Entry::matmul;
  int m = 0, n = 0, k = 0;
  Placement placement = Placement::flush_end;
  std::uint64_t schedule_seed = 0;
  std::uint64_t access_budget = 0;  // 0: none
  bool fail_launches = false;       // simulator: every launch is refused
  bool closely = false;  // simulator: with examples of accesses, and merged counts; slower
};

// Timed calls take three requests, so that only the calls themselves lie within the judge's clock.
//
// The first: both pools of inputs, which lie in the shared memory as a and b, are copied to where
// matmul takes its operands, and room is made for `outputs` matrices C, all poisoned.
struct StageRequest {
  static constexpr std::string_view kName = "stage";
  int m = 0, n = 0, k = 0;
  std::size_t pool_a = 0, pool_b = 0;  // elements
  int outputs = 1;
  int cpu = -1;  // processor to stay on; -1: any
};

inline constexpr int kCollectedRows = 8;  // at most, in one request

// The shared memory then: both pools, and as c the rows that are collected.
inline MatrixLayout layout_of(const StageRequest& request) {
  return MatrixLayout({request.pool_a, request.pool_b, std::size_t(kCollectedRows) * request.n});
}

// Where in the pools a call's operands begin, in elements.
struct Window {
  std::size_t a_at = 0, b_at = 0;
};

// The second: one call of matmul a window, the i-th on the i-th output. Which
// windows is told no earlier, so that nothing can be computed before the clock runs.
struct BatchRequest {
  static constexpr std::string_view kName = "batch";
  std::vector<Window> calls;
};

// The third: these rows of one output go to the shared memory as the rows of c, one after the
// other. After its reply all outputs are poisoned again.
struct CollectRequest {
  static constexpr std::string_view kName = "collect";
  int output = 0;
  std::vector<int> rows;
};

// The machine's problem, not the program's: nothing was run.
GEMMLAB_ENUM(DeviceTrouble,
             host_memory,  // for timed calls
             gpu_memory,
             no_driver,
             no_gpu,          // that can be opened
             not_measured,    // the simulator tells no time
             nothing_staged,  // and timed calls are asked for
             no_such_output)
struct DeviceProblem {
  DeviceTrouble trouble = DeviceTrouble::host_memory;
  std::uint64_t free_bytes = 0, wanted_bytes = 0;  // of the GPU's memory
  std::string error;                               // the driver's words
};

struct RunReply : RunReport {
  int returned = 0;            // matmul_host's cudaError_t
  std::string input_modified;  // "a" or "b", if it changed
  double seconds = 0;          // of timed calls, by the worker's clock; not to be trusted
  std::optional<DeviceProblem> device_problem;
  bool spent = false;  // all went well, but the worker is of no more use
  bool dying = false;  // the program is beyond use: the worker is gone after this reply
};

// Said first, before anything of the student's is loaded.
struct Opened {
  std::optional<DeviceProblem> problem;  // none: the worker is ready
};

// Said once, after the module is loaded or could not be.
struct Loaded {
  std::vector<Entry> entries;
  std::uint64_t free_bytes = 0;  // of the GPU's memory, where there is one
  std::string error;             // the loader's own words, if it failed
};

struct ProtocolError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

using Request = std::variant<RunRequest, StageRequest, BatchRequest, CollectRequest>;

// A Request, RunReply, Opened or Loaded, or the GpuSurvey of gemmlab-survey as one line of JSON.
// Text of a student's that is no valid UTF-8 is replaced rather than refused.
template <typename Message>
std::string encode(const Message& message);

// Throws ProtocolError if the text isn't such a message: the other side is not to be trusted.
template <typename Message>
Message decode(const std::string& text);

}  // namespace gemmlab
