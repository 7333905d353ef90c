// How many blocks an SM holds at once, and what allows no more.
#pragma once

#include "common/facts/names.h"
#include "common/model/devices.h"

namespace gemmlab::model {

// The resources of a block.
struct BlockNeeds {
  int threads = 0;
  int shared_bytes = 0;
  int registers = 0;  // per thread; 0: unknown, and not a limit
};

enum class Limit { threads, blocks, shared_memory, registers, block_too_large };

struct Occupancy {
  int blocks = 0;                       // at once; 0: the launch fails
  Limit limit = Limit::threads;         // the limit that allows no more
  int by_threads = 0, by_blocks = 0;    // with only this limit
  int by_shared = 0, by_registers = 0;  // kUnlimited if none is needed
  int warps = 0;                        // resident
  double share = 0;                     // of the maximum number of warps
};

inline constexpr int kUnlimited = 1 << 20;

// Blocks count whole warps; shared memory and registers are allocated in units, registers to warps
// (before 2.0, to blocks). Source: CUDA Occupancy Calculator and cuda_occupancy.h.
Occupancy occupancy(const Limits& limits, const BlockNeeds& block);

// Clock cycles in which the schedulers issue one instruction for each of this many warps, one per
// scheduler and cycle.
inline int clocks_to_issue(const Limits& limits, int warps) {
  return divided_up(warps, limits.schedulers);
}

}  // namespace gemmlab::model

namespace gemmlab {
GEMMLAB_NAMES(model::Limit, threads, blocks, shared_memory, registers, block_too_large)
}  // namespace gemmlab
