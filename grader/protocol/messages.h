// The messages between judge and worker: one request, one RunReply, in JSON. Matrices are in shared
// memory (host_matrices.h).
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

// The fixed descriptors of a worker's connections.
inline constexpr int kWorkerSocket = 3;
inline constexpr int kWorkerMatrices = 4;

// Calls the entry once. The worker does not learn the seed of the inputs, the expected values or
// the name of a phase.
struct RunRequest {
  static constexpr std::string_view kName = "run";
  Entry entry = Entry::matmul;
  int m = 0, n = 0, k = 0;
  Placement placement = Placement::flush_end;
  std::uint64_t schedule_seed = 0;
  std::uint64_t access_budget = 0;  // 0: none
  bool fail_launches = false;       // simulator: every launch is refused
  bool closely = false;             // simulator: with example accesses and merged counts; slower
};

// Timed calls take three requests, so that the judge's clock measures only the calls themselves.
//
// The first: copies both pools of inputs, which are in the shared memory as a and b, to where
// matmul takes its operands, and allocates `outputs` poisoned matrices C.
struct StageRequest {
  static constexpr std::string_view kName = "stage";
  int m = 0, n = 0, k = 0;
  std::size_t pool_a = 0, pool_b = 0;  // elements
  int outputs = 1;
  int cpu = -1;  // the processor to stay on; -1: any
};

inline constexpr int kCollectedRows = 8;  // maximum per request

// The shared memory then: both pools, and as c the collected rows.
inline MatrixLayout layout_of(const StageRequest& request) {
  return MatrixLayout({request.pool_a, request.pool_b, std::size_t(kCollectedRows) * request.n});
}

// The start of a call's operands in the pools, in elements.
struct Window {
  std::size_t a_at = 0, b_at = 0;
};

// The second: one call of matmul per window, the i-th on the i-th output. The windows are sent only
// now, so nothing can be computed before the clock runs.
struct BatchRequest {
  static constexpr std::string_view kName = "batch";
  std::vector<Window> calls;
};

// The third: copies these rows of one output to the shared memory as the rows of c, one after the
// other. After its reply all outputs are poisoned again.
struct CollectRequest {
  static constexpr std::string_view kName = "collect";
  int output = 0;
  std::vector<int> rows;
};

// The machine's problem, not the program's: nothing was run.
GEMMLAB_ENUM(DeviceTrouble,
             host_memory,  // for timed calls
             gpu_memory, no_driver,
             no_gpu,          // none that can be opened
             not_measured,    // the simulator cannot measure time
             nothing_staged,  // but timed calls are requested
             no_such_output)
struct DeviceProblem {
  DeviceTrouble trouble = DeviceTrouble::host_memory;
  std::uint64_t free_bytes = 0, wanted_bytes = 0;  // of the GPU's memory
  std::string error;                               // the driver's error name
};

struct RunReply : RunReport {
  int returned = 0;            // matmul_host's cudaError_t
  std::string input_modified;  // "a" or "b", if changed
  double seconds = 0;          // of timed calls, by the worker's clock; not trusted
  std::optional<DeviceProblem> device_problem;
  bool spent = false;  // the run was fine, but the worker cannot be used again
  bool dying = false;  // the program is unusable: the worker ends after this reply
};

// Sent first, before any of the student's code is loaded.
struct Opened {
  std::optional<DeviceProblem> problem;  // none: the worker is ready
};

// Sent once, after loading the module succeeded or failed.
struct Loaded {
  std::vector<Entry> entries;
  std::uint64_t free_bytes = 0;  // of the GPU's memory, if there is one
  std::string error;             // the loader's message, if it failed
};

struct ProtocolError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

using Request = std::variant<RunRequest, StageRequest, BatchRequest, CollectRequest>;

// A Request, RunReply, Opened or Loaded, or the GpuSurvey of gemmlab-survey as one line of JSON.
// Replaces invalid UTF-8 in a student's text instead of rejecting it.
template <typename Message>
std::string encode(const Message& message);

// Throws ProtocolError if the text is not such a message: the other side is not trusted.
template <typename Message>
Message decode(const std::string& text);

}  // namespace gemmlab
