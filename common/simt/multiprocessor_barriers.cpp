// Who waits for whom: barriers of a block, and of a warp.
#include <fmt/format.h>

#include <algorithm>

#include "common/simt/multiprocessor.h"
#include "common/simt/names.h"
#include "common/simt/shim/cuda_types.h"

namespace simt {
namespace {

// The lane whose value lane `i` is given. Out of its segment of `width` lanes: its own.
u32 shuffle_source(const Lane& lane, u32 i) {
  const u32 width = static_cast<u32>(lane.width), argument = static_cast<u32>(lane.argument);
  const u32 first = i & ~(width - 1), within = i - first;
  switch (lane.shuffle) {
    case Shuffle::index:
      return first + (argument & (width - 1));
    case Shuffle::up:
      return argument <= within ? i - argument : i;
    case Shuffle::down:
      return within + argument < width ? i + argument : i;
    case Shuffle::exclusive_or:
      return (i ^ argument) < first + width ? i ^ argument : i;
  }
  return i;
}

}  // namespace

// All lanes wait or have exited. False if the block is finished, or nobody can go on.
bool Multiprocessor::release_barrier() {
  const u32 threads = launch_->threads();
  u32 waiting = 0;
  bool same_site = true, wishes = false, stuck = false;
  const Lane* first = nullptr;
  for (u32 t = 0; t < threads; ++t) {
    Lane& lane = lanes_[t];
    stuck = stuck || lane.state == LaneState::at_warp_barrier;
    if (lane.state == LaneState::at_barrier) {
      first = first != nullptr ? first : &lane;
      same_site = same_site && lane.site == first->site;
      wishes = wishes || lane.wish != Wish::none;
      ++waiting;
    }
  }
  if (stuck) {
    note_deadlock();
    launch_->error.store(cudaErrorLaunchTimeout);
    launch_->ended.store(true, std::memory_order_relaxed);
    return false;
  }
  if (waiting == 0) {
    return false;
  }
  if (!same_site || waiting < threads) {
    note_divergence();
  }
  if (wishes) {
    combine_predicates();
  }
  for (u32 t = 0; t < threads; ++t) {
    Lane& lane = lanes_[t];
    if (lane.state == LaneState::at_barrier) {
      lane.state = LaneState::running;
      lane.back_edges = 0;
      lane.last_order = 0;
    }
  }
  block_.clock.pass_barrier();
  block_.last_barrier = first->waits_at;
  ++barriers_;
  charge(threads);
  return !ended();
}

// __syncthreads_count and its relatives: each waiting lane is given what all of them said.
void Multiprocessor::combine_predicates() {
  u64 count = 0, all = 1;
  for (u32 t = 0; t < launch_->threads(); ++t) {
    const Lane& lane = lanes_[t];
    if (lane.state == LaneState::at_barrier && lane.wish != Wish::none) {
      count += lane.value != 0 ? 1 : 0;
      all &= lane.value != 0 ? 1 : 0;
    }
  }
  for (u32 t = 0; t < launch_->threads(); ++t) {
    Lane& lane = lanes_[t];
    lane.value = lane.wish == Wish::count ? count : lane.wish == Wish::all ? all : u64{count > 0};
  }
}

// Two barriers released as one, or threads that left before a barrier that others reached.
void Multiprocessor::note_divergence() {
  const Lane *here = nullptr, *elsewhere = nullptr, *gone = nullptr;
  for (u32 t = 0; t < launch_->threads(); ++t) {
    const Lane& lane = lanes_[t];
    if (lane.state == LaneState::done) {
      gone = gone != nullptr ? gone : &lane;
    } else if (here == nullptr) {
      here = &lane;
    } else if (lane.site != here->site && elsewhere == nullptr) {
      elsewhere = &lane;
    }
  }
  const dim3& block = launch_->config->block;
  FindingLog& findings = analysis_.findings();
  if (elsewhere != nullptr) {
    if (RawFinding* first =
            findings.note(FindingKind::barrier_divergence, here->waits_at, elsewhere->waits_at)) {
      first->message = fmt::format(
          "{} waits at one __syncthreads() while {} waits at another: all threads of a block must "
          "reach the same one.",
          analysis_.who(here->thread), name_of_thread(elsewhere->thread, block));
    }
  } else if (gone != nullptr) {
    if (RawFinding* first = findings.note(FindingKind::early_exit, here->waits_at)) {
      first->message = fmt::format(
          "{} had left the kernel before this __syncthreads(), which {} reached: what it should "
          "have done for the block is missing.",
          analysis_.who(gone->thread), name_of_thread(here->thread, block));
    }
  }
}

void Multiprocessor::note_deadlock() {
  const Lane *stuck = nullptr, *other = nullptr;
  for (u32 t = 0; t < launch_->threads(); ++t) {
    const Lane& lane = lanes_[t];
    if (lane.state == LaneState::at_warp_barrier) {
      stuck = stuck != nullptr ? stuck : &lane;
    } else if (lane.state == LaneState::at_barrier) {
      other = other != nullptr ? other : &lane;
    }
  }
  RawFinding* first = analysis_.findings().note(FindingKind::deadlock, stuck->waits_at,
                                                other != nullptr ? other->waits_at : 0);
  if (first == nullptr) {
    return;
  }
  first->message = fmt::format(
      "{} waits for lanes of its warp (mask {:#010x}) that never come{}. On a GPU the kernel would "
      "hang.",
      analysis_.who(stuck->thread), stuck->mask,
      other == nullptr ? std::string()
                       : ": " + name_of_thread(other->thread, launch_->config->block) +
                             " waits at a __syncthreads()");
}

// Lets those go on whose whole mask has arrived or exited. False if there are none.
bool Multiprocessor::release_warp_barriers(Warp* warp) {
  Lane* lanes = &lanes_[warp->first];
  bool any = false;
  for (u32 i = 0; i < warp->count; ++i) {
    if (lanes[i].state != LaneState::at_warp_barrier) {
      continue;
    }
    u32 arrived = 0;
    bool complete = true;
    for (u32 j = 0; j < warp->count; ++j) {
      const bool named = (lanes[i].mask >> j & 1) != 0;
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
  return any;
}

// The lanes of `mask` have met: each gets what it asked for.
void Multiprocessor::exchange(Warp* warp, u32 mask) {
  Lane* lanes = &lanes_[warp->first];
  std::array<u64, kWarpSize> given{};
  u32 votes = 0;
  for (u32 i = 0; i < warp->count; ++i) {
    given[i] = lanes[i].value;
    votes |= (mask >> i & 1) != 0 && lanes[i].value != 0 ? 1u << i : 0;
  }
  u32 at_barrier = 0;
  for (u32 i = 0; i < warp->count; ++i) {
    if ((mask >> i & 1) == 0) {
      continue;
    }
    Lane& lane = lanes[i];
    if (lane.wish == Wish::ballot) {
      lane.value = votes;
    } else if (lane.wish == Wish::shuffle) {
      const u32 source = shuffle_source(lane, i);
      lane.value = source < warp->count ? given[source] : given[i];
    } else {
      // Shuffles and votes exchange values; only a warp barrier orders memory.
      at_barrier |= 1u << i;
    }
    lane.state = LaneState::running;
  }
  if (at_barrier != 0) {
    block_.clock.pass_warp_barrier(warp->first, warp->count, at_barrier);
  }
}

}  // namespace simt
