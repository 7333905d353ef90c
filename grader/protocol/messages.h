// What judge and worker say to each other: one request, one reply, in JSON. Matrices travel beside
// it in shared memory (host_matrices.h).
#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "grader/core/result.h"
#include "grader/core/spec.h"
#include "grader/core/verdict.h"
#include "grader/protocol/host_matrices.h"

namespace gemmlab {

// Fixed places that a worker finds its connections at.
inline constexpr int kWorkerSocket = 3;
inline constexpr int kWorkerMatrices = 4;

// Calls the entry once. The worker gets no seed of inputs, no expected values and no name of a
// phase.
struct RunRequest {
  Entry entry = Entry::matmul;
  int m = 0, n = 0, k = 0;
  Placement placement = Placement::flush_end;
  std::uint64_t schedule_seed = 0;
  std::uint64_t access_budget = 0;  // 0: none
  bool fail_launches = false;       // simulator: every launch is refused
};

// Calls matmul `calls` times on the same matrices; the judge's clock runs around it.
struct BatchRequest {
  int m = 0, n = 0, k = 0;
  int calls = 1;
  int cpu = -1;  // processor to stay on; -1: any
};

struct Finding {
  Verdict verdict = Verdict::wrong;  // what it is called when it decides
  bool hard = false;                 // rejects right values too
  std::string message;
  std::string file;
  int line = 0;
  std::string other_file;
  int other_line = 0;
};

struct ApiError {
  std::string name;  // "cudaErrorInvalidConfiguration"
  std::string message;
  std::string call;     // "launch of tiled"
  bool launch = false;  // a kernel launch, not another call
  std::string file;
  int line = 0;
};

struct RunReply {
  int returned = 0;            // matmul_host's cudaError_t
  std::string input_modified;  // "a" or "b", if it changed
  std::vector<Finding> findings;
  std::vector<ApiError> errors;
  Metrics metrics;  // simulator only
  std::uint64_t accesses = 0;
  std::string out_of_time;  // where, if a limit stopped the run
  int out_of_time_line = 0;
  int live_allocations = 0;  // cudaMalloc'ed by the program and not freed
  std::uint64_t live_bytes = 0;
  bool dying = false;  // a fault ended the program: the worker is gone after this reply
};

// Said once, after the module is loaded or could not be.
struct Loaded {
  std::vector<Entry> entries;
  std::string error;  // the loader's own words, if it failed
};

struct ProtocolError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

std::string encode(const RunRequest& request);
std::string encode(const BatchRequest& request);
std::string encode(const RunReply& reply);
std::string encode(const Loaded& loaded);

// Throw ProtocolError if the text isn't such a message: the other side is not to be trusted.
RunReply decode_run_reply(const std::string& text);
Loaded decode_loaded(const std::string& text);

// For the worker: which of the two requests a text is. Exactly one is set.
struct Request {
  std::optional<RunRequest> run;
  std::optional<BatchRequest> batch;
};
Request decode_request(const std::string& text);

}  // namespace gemmlab
