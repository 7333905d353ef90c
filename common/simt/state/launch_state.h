// One running launch, and the block that runs.
#pragma once

#include <cstddef>
#include <unordered_map>
#include <vector>

#include "common/simt/shim/simt_abi.h"
#include "common/simt/state/block_clock.h"
#include "common/simt/state/integers.h"

namespace simt {

// The blocks of a launch, in the order in which they run.
struct BlockOrder {
  dim3 grid, block;
  u64 blocks = 1;
  u64 first_serial = 1;  // block number i of the launch has serial first_serial + i
  u64 block_step = 1;    // coprime to blocks: the step from one block to the next

  // The i-th block to run.
  uint3 block_at(u64 i) const {
    const u64 b = static_cast<u64>(static_cast<unsigned __int128>(i) * block_step % blocks);
    return {static_cast<unsigned>(b % grid.x), static_cast<unsigned>(b / grid.x % grid.y),
            static_cast<unsigned>(b / grid.x / grid.y)};
  }
};

struct LaunchState : BlockOrder {
  const LaunchConfig* config = nullptr;
  void (*body)(void*) = nullptr;
  void* argument = nullptr;
  std::vector<u64> host_pointers = {};  // among the arguments, when the host launched it

  u64 seed = 0;         // 0: blocks, warps and lanes in natural order
  u64 next = 0;         // block to run
  bool ended = false;   // by a fault, a deadlock, or the budget: stop now
  int error = 0;        // permanent cudaError_t
  bool fenced = false;  // a thread called __threadfence
  long bound = 0;       // exceeded bound of the kernel: launch refused; 0: none
  // Whether the kernel is only known when it begins, and its limit of shared memory with it.
  bool seeks_kernel = false;
  std::size_t dynamic_limit = 0;  // exceeded: launch refused; 0: none
  // By a block's serial: its accesses with a smaller clock came before a fence, and that before an
  // atomic.
  std::unordered_map<u64, u32> released = {};
  struct Swaps {
    u64 last = 0;     // the thread
    u32 threads = 0;  // that have swapped it
  };
  std::unordered_map<u64, Swaps> swaps = {};  // by the place of a sum

  u32 threads() const { return block.x * block.y * block.z; }
};

struct BlockState {
  uint3 index{};
  u64 serial = 0;
  BlockClock clock;
};

}  // namespace simt
