// What the judge asks of a worker, or of a keeper of the GPU's memory.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <variant>
#include <vector>

#include "common/facts/json_fields.h"
#include "common/facts/look.h"
#include "common/facts/read_back.h"
#include "grader/core/spec.h"
#include "grader/protocol/host_matrices.h"

namespace gemmlab {

// Calls the entry once. The worker does not learn the seed of the inputs, the expected values or
// the name of a phase.
struct RunRequest {
  static constexpr std::string_view kName = "run";
  Entry entry = Entry::matmul;
  int m = 0, n = 0, k = 0;
  Placement placement = Placement::flush_end;
  std::uint64_t schedule_seed = 0;
  std::uint64_t access_budget = 0;          // 0: none
  bool fail_launches = false;               // simulator: every launch is refused
  bool skip_launches = false;               // simulator: kernels do nothing
  Look look = Look::usual;                  // simulator
  int change = 0;                           // the change that a program with several makes; 0: none
  ReadBack read_back = ReadBack::as_it_is;  // simulator: what host code sees of the device's memory
  std::uint64_t block_bytes = 0;  // GPU: of the block that comes with this request; 0: none does
  int words = 1;                  // of an element: a matrix of doubles has two floats for each
  bool of_arrays = false;         // findings call b and c by the names of arrays: in and out
};
GEMMLAB_JSON(RunRequest, entry, m, n, k, placement, schedule_seed, access_budget, fail_launches,
             skip_launches, look, change, read_back, block_bytes, words, of_arrays)

// The matrices of a request, as in memory on the host; on a GPU between guard bands. Counted in
// floats, whatever they contain.
inline std::array<std::size_t, 3> elements_of(const RunRequest& request) {
  const auto m = std::size_t(request.m), n = std::size_t(request.n), k = std::size_t(request.k);
  const auto words = std::size_t(request.words);
  return {m * k * words, k * n * words, m * n * words};
}
// A tile of 32 rows that begins on the last one stays within the band.
inline std::size_t guard_of(int cols) {
  constexpr std::size_t kUnit = 64, kLeast = 16384;
  return (kLeast + 32 * std::size_t(cols) + kUnit - 1) / kUnit * kUnit;
}

// Timed calls take two requests, so that the judge's clock measures only the calls themselves.
//
// The first: where the operands of timed calls are. a and b are pools of inputs, c is `outputs`
// matrices C.
struct StageRequest {
  static constexpr std::string_view kName = "stage";
  int m = 0, n = 0, k = 0;
  std::size_t pool_a = 0, pool_b = 0;  // elements
  int outputs = 1;
  int cpu = -1;  // the processor to stay on; -1: any
  std::uint64_t block_bytes = 0;
  int words = 1;
};
GEMMLAB_JSON(StageRequest, m, n, k, pool_a, pool_b, outputs, cpu, block_bytes, words)

inline constexpr std::size_t kCollectedRows = 16;  // of all outputs, after each batch

// From one output to the next, in elements: all are aligned as cudaMalloc aligns.
inline std::size_t output_stride(const StageRequest& request) {
  return (std::size_t(request.m) * request.n * request.words + 63) / 64 * 64;
}
inline std::array<std::size_t, 3> elements_of(const StageRequest& request) {
  return {request.pool_a, request.pool_b, request.outputs * output_stride(request)};
}

// The start of a call's operands in the pools, in elements.
struct Window {
  std::size_t a_at = 0, b_at = 0;
};
GEMMLAB_JSON(Window, a_at, b_at)

// The second: one call of matmul per window, the i-th on the i-th output. The windows are sent only
// now, so nothing can be computed before the clock runs. Nobody asks the worker for the results:
// they must be in memory that it does not own.
struct BatchRequest {
  static constexpr std::string_view kName = "batch";
  std::vector<Window> calls;
};
GEMMLAB_JSON(BatchRequest, calls)

// The GPU's memory for matrices is owned by a keeper: a worker without a module, which never loads
// a student's code. It hands over the block that contains them, if that is new, with its reply.
// Where a GPU's memory cannot be shared, each worker keeps its own and gets these requests itself.
//
// Copies a, b and c from the host's memory to a block of the GPU's, and fills the rest with poison.
struct PlaceRequest {
  static constexpr std::string_view kName = "place";
  unsigned block = 0;
  std::array<std::size_t, 3> elements{};
  std::size_t guard = 0;
  std::size_t fetched = 0;  // the most elements of c that the host has room for
};
GEMMLAB_JSON(PlaceRequest, block, elements, guard, fetched)

// Copies `length` elements of c from each of these places to the host's c, one after the other.
struct FetchRequest {
  static constexpr std::string_view kName = "fetch";
  unsigned block = 0;
  std::vector<std::size_t> from;
  std::size_t length = 0;
  int m = 0, n = 0, k = 0;  // also look for stores outside c, and in a and b; 0: do not
};
GEMMLAB_JSON(FetchRequest, block, from, length, m, n, k)

using Request = std::variant<RunRequest, StageRequest, BatchRequest, PlaceRequest, FetchRequest>;

}  // namespace gemmlab
