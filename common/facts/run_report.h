// What a run of a program showed, as the process that ran it says.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/facts/api_error.h"
#include "common/facts/counts.h"
#include "common/facts/finding.h"
#include "common/facts/names.h"
#include "common/facts/place.h"

namespace gemmlab {

GEMMLAB_ENUM(StopReason,
             budget,     // of memory accesses
             idle_loop,  // the kernel went on without touching memory
             clock,      // in a kernel of the simulator's
             gpu_clock,  // a kernel was running on a GPU
             host_clock)

// A run that a limit ended.
struct OutOfTime {
  static constexpr std::string_view kName = "out_of_time";
  StopReason reason = StopReason::clock;
  std::string kernel;  // that was stopped in the simulator
  std::uint64_t accesses = 0;
  std::uint64_t blocks = 0, begun_blocks = 0;  // of its grid
  Place at;                                    // near which
};

struct RunReport {
  std::vector<Finding> findings;  // most severe first
  std::vector<ApiError> errors;   // in the order they happened
  RunCounts counts;               // of the simulator; the launches of a GPU too
  std::uint64_t accesses = 0;     // memory accesses of all lanes
  std::optional<OutOfTime> out_of_time;
  int live_allocations = 0;  // cudaMalloc'ed in the run and not freed when it ended
  std::uint64_t live_bytes = 0;
};

}  // namespace gemmlab
