#include "common/simt/engine/multiprocessor.h"

#include <sys/mman.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <new>
#include <utility>

#include "common/facts/finding.h"
#include "common/facts/run_report.h"
#include "common/simt/analysis/site_table.h"
#include "common/simt/engine/fibers.h"
#include "common/simt/engine/launch_facts.h"
#include "common/simt/engine/machine.h"
#include "common/simt/engine/signals.h"
#include "common/simt/shim/cuda_types.h"
#include "common/simt/state/access_code.h"
#include "common/simt/state/device_limits.h"
#include "common/simt/state/integers.h"
#include "common/simt/state/lane.h"
#include "common/simt/state/launch_state.h"

namespace simt {

// A warp yields after this many full logs, so that a warp that it waits for can continue.
constexpr int kLogsATurn = 64;

Multiprocessor& multiprocessor() {
  static Multiprocessor& only = *new Multiprocessor(&current_machine());
  return only;
}

Multiprocessor::Multiprocessor(Machine* machine)
    : machine_(*machine), analysis_(machine->arena, machine->variables), matcher_(&analysis_) {
  void* p = mmap(nullptr, kStackBytes * kMaxThreads, PROT_NONE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (p == MAP_FAILED) {
    throw std::bad_alloc();
  }
  stacks_ = static_cast<char*>(p);
  lanes_.reserve(kMaxThreads);
  logs_.resize(kWarpSize);
}

void Multiprocessor::clear() {
  analysis_.clear();
  matcher_.clear();
  look_.clear();
  barriers_.clear();
  shuffles_ = tensor_products_ = copied_bytes_ = overlapped_bytes_ = 0;
}

void Multiprocessor::run_blocks(LaunchState* launch) {
  launch_ = launch;
  run_ = machine_.run.get();
  random_ = launch->seed;
  running.launch = launch;
  running.copies = false;
  running.shared_begin = machine_.module->shared_block().begin;
  running.shared_end = machine_.module->shared_block().end;
  use_alternate_signal_stack();
  if (os_thread_ != std::this_thread::get_id()) {  // what fibers know of their thread is wrong now
    os_thread_ = std::this_thread::get_id();
    lanes_.clear();
  }
  prepare_lanes(launch->threads());
  const LoopWatch watch;
  analysis_.begin_launch(launch, run_->sees_all_blocks(),
                         {reinterpret_cast<u64>(stacks_), kStackBytes},
                         run_->options.look == Look::closely ? &look_ : nullptr);
  while (!ended() && launch->next < launch->blocks) {
    begin_block(launch->next++);
    run_block();
    settle_divergence();
    reconverge();
    note_lost_swaps();
    look_.end_block();
  }
  if (ended()) {
    abandon_lanes();
  }
  analysis_.end_launch();
  running.launch = nullptr;
}

void Multiprocessor::note_lost_swaps() {
  for (const Lane& lane : block_lanes()) {
    if (lane.failed_swap != 0 && lane.state == LaneState::done) {
      analysis_.findings().note(FindingKind::race, lane.swap_at, [&] {
        return Race{.cause = RaceCause::lost_swap,
                    .who = analysis_.view().who(lane.thread),
                    .access = Access::update,
                    .at = analysis_.view().target_of(lane.failed_swap),
                    .other = {}};
      });
    }
  }
}

// A lane was stopped: by the hardware, by itself, or because time is up.
void Multiprocessor::note_fault() {
  const LaneFault fault = std::exchange(lane_fault, {});
  cudaError_t error = cudaErrorIllegalAddress;
  if (fault.by_itself) {
    error = *fault.by_itself == ThreadEnd::assertion ? cudaErrorAssert : cudaErrorLaunchFailure;
    analysis_.findings().note(FindingKind::crash, fault.code, [&] {
      return EndedByThread{analysis_.view().who(fault.thread), *fault.by_itself};
    });
  } else if (fault.signal == SIGSEGV || fault.signal == SIGBUS) {
    analysis_.fault(fault.code, fault.address, fault.thread);
    error = is_misaligned(fault.code, fault.address) ? cudaErrorMisalignedAddress : error;
  } else if (fault.signal == SIGFPE || fault.signal == SIGILL || fault.signal == SIGTRAP) {
    error = cudaErrorLaunchFailure;
    const ThreadStopped stopped{analysis_.view().who(fault.thread), fault.signal == SIGFPE};
    machine_.fail(error, failed_launch(*launch_->config, stopped));
  } else {
    stop(fault.code);
    return;
  }
  launch_->error = error;
}

// Whether the accesses of the launch's block `i` are analysed. An index that is wrong only in a
// long launch is wrong in its last blocks.
bool Multiprocessor::looks_at(u64 i) const {
  constexpr u64 kEach = 16, kLast = 4;
  const Look look = run_->options.look;
  return look == Look::some_blocks ? i % kEach == 0 || i + kLast >= launch_->blocks
                                   : look != Look::only_values;
}

void Multiprocessor::begin_block(u64 i) {
  block_.index = launch_->block_at(i);
  block_.serial = launch_->first_serial + i;
  block_.clock.restart();
  running.block = block_.index;
  random_ = launch_->seed + i;
  for (Lane& lane : block_lanes()) {
    lane.state = LaneState::running;
    lane.logged = lane.back_edges = lane.calls = 0;
    lane.last_order = 0;
    lane.failed_swap = lane.swap_place = 0;
  }
  for (Warp& warp : warps_) {
    if (launch_->seed != 0) {
      chain_lanes(&warp);
    }
  }
  looks_at_block_ = looks_at(i);
  analysis_.begin_block(&block_);
  charge(gemmlab::kAccessesAThread * launch_->threads());
}

void Multiprocessor::run_block() {
  for (;;) {
    shuffle_warps();
    bool all_wait = true;
    for (const u32 w : turns_) {
      all_wait = !run_warp(&warps_[w]) && all_wait;
      if (ended()) {
        return;
      }
    }
    if (all_wait && !release_barrier()) {
      return;
    }
  }
}

void Multiprocessor::reconverge() {
  for (const Warp& warp : warps_) {
    matcher_.reconverge(&lanes_[warp.first], warp.count);
  }
}

// Runs until all its lanes wait for other warps or have exited, or the turn is over: then true.
bool Multiprocessor::run_warp(Warp* warp) {
  Lane* lanes = &lanes_[warp->first];
  // Logs belong to the multiprocessor, one for each lane of the running warp.
  if (!warp->saved.empty()) {
    std::ranges::copy(warp->saved, logs_.begin());
    warp->saved.clear();
  }
  for (int logs = 0; logs < kLogsATurn; ++logs) {
    run_lanes(warp->order);
    const u64 accesses = take_logs(lanes, warp->count);
    if (lane_fault.signal != 0) {
      note_fault();  // what was accessed before it helps to explain it
    }
    charge(accesses);
    if (ended()) {
      return false;
    }
    const bool paused = std::any_of(lanes, lanes + warp->count, [](const Lane& lane) {
      return lane.state == LaneState::paused;
    });
    if (!paused && !release_warp_barriers(warp)) {
      return false;
    }
  }
  if (std::any_of(lanes, lanes + warp->count, [](const Lane& lane) { return lane.logged > 0; })) {
    warp->saved = logs_;
  }
  return true;
}

// Analyses them, or only forgets them. Returns the number of accesses.
u64 Multiprocessor::take_logs(Lane* lanes, u32 count) {
  const u64 before = analysis_.accesses();
  u64 forgotten = 0;
  if (looks_at_block_) {
    matcher_.consume(lanes, count);
  }
  for (u32 i = 0; !looks_at_block_ && i < count; ++i) {
    forgotten += std::exchange(lanes[i].logged, 0);
  }
  return forgotten + analysis_.accesses() - before;
}

// Adds to the run's use of its budget, and ends the launch when the budget is used up or the run
// must stop.
void Multiprocessor::charge(u64 accesses) {
  run_->accesses += accesses;
  if (run_->over_budget() || run_->stop.load(std::memory_order_relaxed) || block_.clock.is_full()) {
    stop(logs_[0].code[0]);
  }
}

// Ends the launch, and with it the run, near the access `code`.
void Multiprocessor::stop(AccessCode code) {
  if (!run_->report.out_of_time) {
    const bool waits = launch_->blocks > 1 && (is_atomic(code) || volatiles.hold(code));
    const StopReason reason = run_->over_budget()
                                  ? (waits ? StopReason::waiting : StopReason::budget)
                              : run_->loops ? StopReason::idle_loop
                                            : StopReason::clock;
    run_->report.out_of_time = {reason,          launch_->config->kernel, 0,
                                launch_->blocks, launch_->next,           {}};
    run_->stopped_at = code;
  }
  launch_->error = cudaErrorLaunchTimeout;
  launch_->ended = true;
}

}  // namespace simt
