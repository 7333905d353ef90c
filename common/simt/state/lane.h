// One thread of a block: a fiber with a log of its memory accesses, and what it waits for.
#pragma once

#include <boost/context/detail/fcontext.hpp>
#include <vector>

#include "common/simt/shim/simt_abi.h"
#include "common/simt/state/access_code.h"
#include "common/simt/state/integers.h"
#include "common/simt/state/lane_log.h"

namespace simt {

enum class LaneState : u8 { running, paused, at_barrier, at_warp_barrier, done };

// What a waiting lane wants from the others.
enum class Wish : u8 { none, count, all, any, ballot, shuffle, combine, tensor, active_mask };

// A copy that a lane has started and not waited for.
struct AsyncCopy {
  void* to;
  AccessCode code;  // of the copy's write
  u32 bytes;        // 4, 8 or 16
  u32 group;
  u64 loads;            // from shared memory that the lane had made when it started
  char bytes_kept[16];  // the future content of `to`
};

// What every wait touches comes first and fits a cache line.
struct alignas(64) Lane {
  boost::context::detail::fcontext_t context = nullptr;
  LaneLog* log = nullptr;
  Lane* next = nullptr;  // the next lane to run in the warp
  u32 logged = 0;
  u32 calls = 0;  // that have not returned
  LaneState state = LaneState::done;
  Wish wish = Wish::none;
  u16 thread = 0;  // within the block, x fastest

  // While waiting:
  AccessCode waits_at = 0;  // place of the wait, for messages
  int site = 0;             // number of the barrier
  unsigned mask = 0;        // of a warp operation
  u64 value = 0;            // input for the others, then their result
  Shuffle shuffle = Shuffle::index;
  Combine combine = Combine::sum;
  int argument = 0, width = 0;
  u32 words = 0;  // of 4 bytes that it gets from others in its warp

  uint3 index{};

  // Backward jumps in the source since all lanes of the warp were last together.
  u32 back_edges = 0;
  SourceOrder last_order = 0;

  u64 failed_swap = 0;  // the element of a compare-and-swap not yet tried again; 0: none
  AccessCode swap_at = 0;
  u64 swap_place = 0;           // of the latest compare-and-swap
  u32 swap_failures = 0;        // there, one after the other
  bool in_block_scope = false;  // the next atomic

  std::vector<AsyncCopy> copies;  // oldest first
  u32 copy_groups = 0;            // completed so far
  u64 shared_loads = 0;           // made while copies were on their way, as far as counted
  u32 counted = 0;                // of the entries in its log

  char* stack_low = nullptr;
  char* stack_high = nullptr;

  // A thread's own stack is registers and local memory. Structs that a kernel gets by value are
  // copied there.
  bool owns(const void* address, u64 bytes) const {
    const auto* begin = static_cast<const char*>(address);
    return begin >= stack_low && begin + bytes <= stack_high;
  }

  bool runnable() const {
    return (state == LaneState::running || state == LaneState::paused) && logged < kLogCapacity;
  }
};

}  // namespace simt
