// Warps: collective operations of their lanes (barriers, shuffles, votes and reductions), lane
// setup, execution order, and logs.
#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <new>
#include <utility>

#include "common/facts/finding.h"
#include "common/simt/engine/fibers.h"
#include "common/simt/engine/multiprocessor.h"
#include "common/simt/engine/random.h"
#include "common/simt/memory/unwritten.h"
#include "common/simt/shim/simt_abi.h"
#include "common/simt/state/access_code.h"
#include "common/simt/state/device_limits.h"
#include "common/simt/state/integers.h"
#include "common/simt/state/lane.h"

namespace simt {
namespace {

// The result of a shuffle from a lane that does not take part: undefined here as on a GPU.
constexpr u64 kFromNobody = u64{kUnwrittenBits} << 32 | kUnwrittenBits;

bool contains(u32 mask, u32 lane) {
  return lane < kWarpSize && (mask >> lane & 1) != 0;
}

// The lane whose value lane `i` gets. Outside its segment of `width` lanes: its own.
u32 shuffle_source(const Lane& lane, u32 i) {
  const u32 width = static_cast<u32>(lane.width), argument = static_cast<u32>(lane.argument);
  const u32 first = i & ~(width - 1), within = i - first;
  const u32 source = lane.shuffle == Shuffle::index  ? first + (argument & (width - 1))
                     : lane.shuffle == Shuffle::up   ? i - argument
                     : lane.shuffle == Shuffle::down ? i + argument
                                                     : i ^ argument;
  const bool is_inside = lane.shuffle == Shuffle::up     ? argument <= within
                         : lane.shuffle == Shuffle::down ? within + argument < width
                                                         : source < first + width;
  return is_inside ? source : i;
}

u64 combined(Combine kind, u64 x, u64 y) {
  const bool is_less = static_cast<std::int64_t>(x) < static_cast<std::int64_t>(y);
  return kind == Combine::sum        ? x + y
         : kind == Combine::smallest ? (is_less ? x : y)
         : kind == Combine::largest  ? (is_less ? y : x)
         : kind == Combine::bit_and  ? x & y
         : kind == Combine::bit_or   ? x | y
                                     : x ^ y;
}

// The result for lane `i` from the values of the lanes of `mask`.
u64 combine(Combine kind, u32 mask, const std::array<u64, kWarpSize>& given, u32 i) {
  u64 result = 0;
  bool first = true;
  for (u32 j = 0; j < kWarpSize; ++j) {
    if (!contains(mask, j)) {
      continue;
    }
    if (kind == Combine::equal_lanes) {
      result |= given[j] == given[i] ? u64{1} << j : 0;
    } else {
      result = first ? given[j] : combined(kind, result, given[j]);
    }
    first = false;
  }
  return result;
}

}  // namespace

// Releases the lanes whose whole mask has arrived or exited, or else those that ask for the active
// mask. False if there are none.
bool Multiprocessor::release_warp_barriers(Warp* warp) {
  Lane* lanes = &lanes_[warp->first];
  bool any = false;
  for (u32 i = 0; i < warp->count; ++i) {
    if (lanes[i].state != LaneState::at_warp_barrier || lanes[i].wish == Wish::active_mask) {
      continue;
    }
    u32 arrived = 0;
    bool complete = true;
    for (u32 j = 0; j < warp->count; ++j) {
      const bool named = contains(lanes[i].mask, j);
      const bool same =
          lanes[j].state == LaneState::at_warp_barrier && lanes[j].wish == lanes[i].wish;
      complete = complete && (!named || same || lanes[j].state == LaneState::done);
      arrived |= named && same ? 1u << j : 0;
    }
    if (complete) {
      exchange(warp, arrived | 1u << i);
      any = true;
    }
  }
  return any || tell_active_mask(warp);
}

// No lane of the warp can continue: the lanes at the same place count as together, as on a GPU.
bool Multiprocessor::tell_active_mask(Warp* warp) {
  Lane* lanes = &lanes_[warp->first];
  const auto asks = [](const Lane& lane) {
    return lane.state == LaneState::at_warp_barrier && lane.wish == Wish::active_mask;
  };
  const Lane* first = std::find_if(lanes, lanes + warp->count, asks);
  if (first == lanes + warp->count) {
    return false;
  }
  const AccessCode place = first->waits_at;
  u32 mask = 0;
  for (u32 i = 0; i < warp->count; ++i) {
    mask |= asks(lanes[i]) && lanes[i].waits_at == place ? 1u << i : 0;
  }
  for (u32 i = 0; i < warp->count; ++i) {
    if (contains(mask, i)) {
      lanes[i].value = mask;
      ++shuffles_;
      lanes[i].state = LaneState::running;
    }
  }
  return true;
}

// The lanes of `mask` have met: each gets its result.
void Multiprocessor::exchange(Warp* warp, u32 mask) {
  Lane* lanes = &lanes_[warp->first];
  std::array<u64, kWarpSize> given{};
  u32 votes = 0;
  const bool is_tensor = lanes[std::countr_zero(mask)].wish == Wish::tensor;
  for (u32 i = 0; i < warp->count; ++i) {
    given[i] = lanes[i].value;
    votes |= contains(mask, i) && lanes[i].value != 0 ? 1u << i : 0;
  }
  u32 at_barrier = 0;
  for (u32 i = 0; i < warp->count; ++i) {
    if (!contains(mask, i)) {
      continue;
    }
    Lane& lane = lanes[i];
    shuffles_ += lane.words;
    if (lane.wish == Wish::ballot) {
      lane.value = votes;
    } else if (lane.wish == Wish::shuffle) {
      const u32 source = shuffle_source(lane, i);
      lane.value = contains(mask, source) ? given[source] : kFromNobody;
      if (!contains(mask, source)) {  // a cause of NaN, like memory that was never written
        analysis_.findings().note(FindingKind::uninitialised_read, lane.waits_at, [&] {
          return ShuffleFromNobody{analysis_.view().who(lane.thread), source};
        });
      }
    } else if (lane.wish == Wish::combine) {
      lane.value = combine(lane.combine, mask, given, i);
    } else if (lane.wish != Wish::tensor) {
      // Shuffles and votes exchange values; only a warp barrier orders memory.
      at_barrier |= 1u << i;
    }
    lane.state = LaneState::running;
  }
  if (at_barrier != 0) {
    block_.clock.pass_warp_barrier(warp->first, warp->count, at_barrier);
  }
  if (is_tensor) {
    run_tensor_call(warp, mask);
  }
}

void Multiprocessor::prepare_lanes(u32 threads) {
  const dim3& block = launch_->config->block;
  while (lanes_.size() < threads) {
    const u32 t = static_cast<u32>(lanes_.size());
    Lane& lane = lanes_.emplace_back();
    lane.thread = static_cast<u16>(t);
    lane.log = &logs_[t % kWarpSize];
    lane.stack_low = stacks_ + t * kStackBytes + kGuardBytes;
    lane.stack_high = stacks_ + (t + 1) * kStackBytes;
    if (mprotect(lane.stack_low, kStackBytes - kGuardBytes, PROT_READ | PROT_WRITE) != 0) {
      throw std::bad_alloc();
    }
    make_fiber(&lane);
  }
  warps_.resize((threads + kWarpSize - 1) / kWarpSize);
  turns_.resize(warps_.size());
  for (u32 t = 0; t < threads; ++t) {
    lanes_[t].index = {t % block.x, t / block.x % block.y, t / block.x / block.y};
  }
  for (u32 w = 0; w < warps_.size(); ++w) {
    warps_[w].first = w * kWarpSize;
    warps_[w].count = std::min(kWarpSize, threads - w * kWarpSize);
    turns_[w] = w;
    chain_lanes(&warps_[w]);
  }
}

// In natural order, or shuffled by the seed.
void Multiprocessor::chain_lanes(Warp* warp) {
  std::array<u32, kWarpSize> order{};
  for (u32 i = 0; i < warp->count; ++i) {
    order[i] = warp->first + i;
  }
  for (u32 i = warp->count; launch_->seed != 0 && i > 1; --i) {
    std::swap(order[i - 1], order[next_random(&random_) % i]);
  }
  warp->order = &lanes_[order[0]];
  for (u32 i = 0; i < warp->count; ++i) {
    lanes_[order[i]].next = i + 1 < warp->count ? &lanes_[order[i + 1]] : nullptr;
  }
}

void Multiprocessor::shuffle_warps() {
  for (size_t i = turns_.size(); launch_->seed != 0 && i > 1; --i) {
    std::swap(turns_[i - 1], turns_[next_random(&random_) % i]);
  }
}

// Lanes in the middle of the kernel will never continue: they are restarted.
void Multiprocessor::abandon_lanes() {
  for (u32 t = 0; t < launch_->threads(); ++t) {
    make_fiber(&lanes_[t]);
    lanes_[t].state = LaneState::done;
    lanes_[t].logged = 0;
  }
  for (Warp& warp : warps_) {
    warp.saved.clear();
  }
}

}  // namespace simt
