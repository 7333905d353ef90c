// The last access to four bytes, in one 32-bit word, and the order of accesses within a block.
//
//   clock (20 bits) | atomic | several | thread (10 bits)
//
// The clock counts barriers of the block and its warp barriers, from 1; 0: never touched in this
// block. `several` threads of one warp: stores the warp with lane 0; of several warps: all ones. A
// cell of global memory has the block's serial number above such a word; see below.
#pragma once

#include <vector>

#include "common/simt/state/block_clock.h"
#include "common/simt/state/device_limits.h"
#include "common/simt/state/integers.h"

namespace simt {

using Touch = u32;

inline constexpr unsigned kClockShift = 12;
inline constexpr u32 kTouchAtomic = 1u << 11;
inline constexpr u32 kTouchSeveral = 1u << 10;
inline constexpr u32 kThreadMask = kMaxThreads - 1;
inline constexpr u32 kAnyWarp = kTouchSeveral | kThreadMask;
inline constexpr u32 kWarpMask = kThreadMask & ~(kWarpSize - 1);

inline u32 clock_of(Touch touch) {
  return touch >> kClockShift;
}

inline Touch touch_of(u32 thread, const BlockClock& clock) {
  return clock.now << kClockShift | thread;
}

// Whether `before`, from the same block, certainly happened before the current access of `thread`.
inline bool ordered(Touch before, u32 thread, const BlockClock& clock) {
  if (clock_of(before) < clock.barrier) {
    return true;
  }
  const u32 who = before & (kTouchSeveral | kThreadMask);
  if (who == thread) {
    return true;
  }
  if (who == kAnyWarp || ((who ^ thread) & kWarpMask) != 0) {
    return false;
  }
  // It is unknown which of several lanes it was: then any meeting is enough.
  const u32 met =
      (who & kTouchSeveral) != 0 ? clock.warp_barrier[thread] : clock.last_meeting(thread, who);
  return clock_of(before) < met;
}

// The content of a cell after `mine` joined `before`, both reads or both atomics.
inline Touch joined(Touch before, Touch mine, const BlockClock& clock) {
  const u32 thread = mine & kThreadMask;
  const u32 who = before & (kTouchSeveral | kThreadMask);
  if (clock_of(before) < clock.barrier || who == thread) {
    return mine;
  }
  if (who != kAnyWarp && ((who ^ thread) & kWarpMask) == 0) {
    return ordered(before, thread, clock)
               ? mine
               : ((mine & ~kThreadMask) | (thread & kWarpMask) | kTouchSeveral);
  }
  return mine | kAnyWarp;
}

// Cells of a block's shared memory, one for each four bytes of its address range.
struct SharedShadow {
  std::vector<Touch> written, read;
  std::vector<u32> value;
  std::vector<u16> writer, reader;

  void resize(u64 cells) {
    written.assign(cells, 0);
    read.assign(cells, 0);
    value.assign(cells, 0);
    writer.assign(cells, 0);
    reader.assign(cells, 0);
  }
};

// Global memory: the block's serial number, unique within the process, above a Touch. Smaller
// serials than the launch's first belong to earlier launches or to the host: ordered. 0: never.
using GlobalTouch = u64;

inline GlobalTouch global_touch(u64 serial, Touch touch) {
  return serial << 32 | touch;
}

// Several blocks of the launch with this first serial. As a writer: all used atomics.
inline GlobalTouch several_blocks(u64 first_serial) {
  return first_serial << 32 | 0xffffffffu;
}

}  // namespace simt
