// Time within one block: its barriers and warp barriers, and which threads they let meet.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "common/simt/state/device_limits.h"
#include "common/simt/state/integers.h"

namespace simt {

// Shadow cells have 20 bits for it.
inline constexpr u32 kMaxClock = (1u << 20) - 2;

struct BlockClock {
  u32 now = 1;
  u32 barrier = 1;  // accesses with a smaller clock came before the last barrier of the block
  std::array<u32, kMaxThreads> warp_barrier{};  // when the thread last met others of its warp
  // [thread][lane]: what the lane did at a smaller time came before what the thread does now: they
  // met, or others met both of them in between. Empty while only whole warps have met.
  std::vector<std::array<u32, kWarpSize>> met;

  void restart() {
    now = barrier = 1;
    warp_barrier.fill(0);
    met.clear();
  }
  // The lanes of `mask` in the warp that begins with thread `first` and has `count` threads.
  void pass_warp_barrier(u32 first, u32 count, u32 mask) {
    const u32 whole = count == kWarpSize ? ~0u : (1u << count) - 1;
    if ((mask & (mask - 1)) == 0 && count > 1) {
      return;  // a lane that waits for itself meets nobody
    }
    advance();
    if (mask != whole && met.empty()) {
      tell_lanes_apart();
    }
    std::array<u32, kWarpSize> latest{};  // of what any of them knows
    const auto each = [&](auto visit) {
      for (u32 i = 0; i < count; ++i) {
        if ((mask >> i & 1) != 0) {
          visit(i);
        }
      }
    };
    each([&](u32 i) { warp_barrier[first + i] = now; });
    if (met.empty()) {
      return;
    }
    each([&](u32 i) {
      for (u32 j = 0; j < count; ++j) {
        latest[j] = (mask >> j & 1) != 0 ? now : std::max(latest[j], met[first + i][j]);
      }
    });
    each([&](u32 i) { met[first + i] = latest; });
  }
  // What `other`, of the thread's warp, did at a smaller time came before what the thread does now.
  u32 last_meeting(u32 thread, u32 other) const {
    return met.empty() ? std::min(warp_barrier[thread], warp_barrier[other])
                       : met[thread][other % kWarpSize];
  }
  // After a million barriers the clock stops, and with it the run: see Multiprocessor::charge.
  void advance() { now = std::min(now + 1, kMaxClock); }
  bool is_full() const { return now == kMaxClock; }
  void pass_barrier() {
    advance();
    barrier = now;
  }
  bool only_block_barriers() const { return now == barrier; }

 private:
  void tell_lanes_apart() {
    met.resize(kMaxThreads);
    for (u32 thread = 0; thread < kMaxThreads; ++thread) {
      for (u32 lane = 0; lane < kWarpSize; ++lane) {
        met[thread][lane] =
            std::min(warp_barrier[thread], warp_barrier[thread / kWarpSize * kWarpSize + lane]);
      }
    }
  }
};

}  // namespace simt
