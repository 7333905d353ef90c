// Barriers of a block: which threads wait for which, and which wait forever.

#include <algorithm>
#include <span>
#include <variant>

#include "common/facts/finding.h"
#include "common/simt/analysis/findings.h"
#include "common/simt/analysis/site_table.h"
#include "common/simt/engine/fibers.h"
#include "common/simt/engine/machine.h"
#include "common/simt/engine/multiprocessor.h"
#include "common/simt/shim/cuda_types.h"
#include "common/simt/state/access_code.h"
#include "common/simt/state/integers.h"
#include "common/simt/state/lane.h"

namespace simt {

// As the student wrote it.
static BarrierCall call_of(const Lane& lane) {
  return lane.site < 0 ? BarrierCall::group_sync : BarrierCall::syncthreads;
}

// Whether it is one barrier: in the text, and as it is called, for a barrier in a function that the
// compiler put into its callers. Compilers also copy a barrier; copies have the same place.
inline bool Multiprocessor::wait_together(const Lane& one, const Lane& other) {
  return one.site == other.site &&
         (one.waits_at == other.waits_at ||
          matcher_.order_of(one.waits_at) == matcher_.order_of(other.waits_at));
}

// Null: none is.
const Lane* Multiprocessor::first_in(LaneState state) {
  const std::span<Lane> lanes = block_lanes();
  const auto first = std::ranges::find(lanes, state, &Lane::state);
  return first == lanes.end() ? nullptr : &*first;
}

// All lanes wait or have exited. False if the block is finished, or no lane can continue.
bool Multiprocessor::release_barrier() {
  settle_divergence();
  const u32 threads = launch_->threads();
  u32 waiting = 0;
  bool same_site = true, wishes = false, stuck = false;
  const Lane* first = nullptr;
  for (Lane& lane : block_lanes()) {
    stuck = stuck || lane.state == LaneState::at_warp_barrier;
    if (lane.state == LaneState::at_barrier) {
      first = first != nullptr ? first : &lane;
      same_site = same_site && wait_together(lane, *first);
      wishes = wishes || lane.wish != Wish::none;
      ++waiting;
    }
  }
  if (stuck) {
    note_deadlock();
    launch_->error = cudaErrorLaunchTimeout;
    launch_->ended = true;
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
  for (Lane& lane : block_lanes()) {
    if (lane.state == LaneState::at_barrier) {
      lane.state = LaneState::running;
    }
  }
  reconverge();
  block_.clock.pass_barrier();
  ++barriers_[first->waits_at];
  for (u32 t = 0; running.copies && t < threads; ++t) {
    analysis_.go_on_copying(lanes_[t]);
  }
  charge(threads);
  return !ended();
}

// __syncthreads_count and its variants: each waiting lane gets the combined values.
void Multiprocessor::combine_predicates() {
  u64 count = 0, all = 1;
  for (const Lane& lane : block_lanes()) {
    if (lane.state == LaneState::at_barrier && lane.wish != Wish::none) {
      count += lane.value != 0 ? 1 : 0;
      all &= lane.value != 0 ? 1 : 0;
      ++shuffles_;
    }
  }
  for (Lane& lane : block_lanes()) {
    lane.value = lane.wish == Wish::count ? count : lane.wish == Wish::all ? all : u64{count > 0};
  }
}

// Two barriers released as one, or threads that left before a barrier that others reached.
void Multiprocessor::note_divergence() {
  const Lane *here = first_in(LaneState::at_barrier), *gone = first_in(LaneState::done);
  const Lane* elsewhere = nullptr;
  for (const Lane& lane : block_lanes()) {
    if (elsewhere == nullptr && lane.state != LaneState::done && !wait_together(lane, *here)) {
      elsewhere = &lane;
    }
  }
  const BlockView& view = analysis_.view();
  if (elsewhere != nullptr) {
    divergence_ = {
        here->waits_at, elsewhere->waits_at,
        BarriersApart{view.who(here->thread), call_of(*here), view.thread(elsewhere->thread)},
        shared_loads()};
  } else if (gone != nullptr) {
    divergence_ = {
        here->waits_at, 0,
        LeftBeforeBarrier{view.who(gone->thread), call_of(*here), view.thread(here->thread)},
        shared_loads()};
  }
}

// Two barriers as one are an error anyway; threads that left are only where theirs is missing.
void Multiprocessor::settle_divergence() {
  if (!divergence_) {
    return;
  }
  const bool is_read_after = shared_loads() > divergence_->loads_before;
  FindingLog& findings = analysis_.findings();
  if (auto* const apart = get_if<BarriersApart>(&divergence_->fact)) {
    apart->is_read_after = is_read_after;
    findings.note(FindingKind::barrier_divergence, divergence_->at, divergence_->other, 1,
                  [&] { return *apart; });
  } else if (is_read_after) {
    findings.note(FindingKind::early_exit, divergence_->at,
                  [&] { return get<LeftBeforeBarrier>(divergence_->fact); });
  }
  divergence_.reset();
}

// Requests so far, of all blocks.
u64 Multiprocessor::shared_loads() {
  u64 loads = 0;
  analysis_.sites().for_each(
      [&](const SiteRecord& site) { loads += is_write(site.code) ? 0 : site.shared.requests; });
  return loads;
}

void Multiprocessor::note_deadlock() {
  const Lane* const stuck = first_in(LaneState::at_warp_barrier);
  const Lane* const other = first_in(LaneState::at_barrier);
  const BlockView& view = analysis_.view();
  analysis_.findings().note(
      FindingKind::deadlock, stuck->waits_at, other != nullptr ? other->waits_at : 0, 1, [&] {
        NeverComes never{view.who(stuck->thread), stuck->mask, {}, BarrierCall::syncthreads};
        if (other != nullptr) {
          never.other = view.thread(other->thread);
          never.barrier = call_of(*other);
        }
        return never;
      });
}

}  // namespace simt
