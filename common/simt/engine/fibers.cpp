#include "common/simt/engine/fibers.h"

#include <cstdlib>

#include "common/simt/engine/machine.h"
#include "common/simt/state/device_limits.h"
#include "common/simt/state/launch_state.h"

namespace simt {
namespace {

using boost::context::detail::jump_fcontext;
using boost::context::detail::transfer_t;

// The log of host code: one entry, read only by log_is_full(). All threads share it: with several
// threads one thread's address may replace another's, which only loses a finding.
LaneLog host_log;
u16 host_writes[1];
constexpr Hot kHostCode{&host_log, 0, 1, nullptr, 0, host_writes};

constinit thread_local u16 write_list[kLogStride] SIMT_OWN_THREAD_LOCAL = {};

// The previous fiber passes its lane, or null if it is the scheduler.
void arrive(transfer_t from) {
  if (from.data != nullptr) {
    static_cast<Lane*>(from.data)->context = from.fctx;
  } else {
    running.scheduler = from.fctx;
  }
}

void log_into(Lane* lane) {
  hot = {lane->log, lane->logged, kLogCapacity, lane, 0, write_list};
}

// Values are compared to recognise harmless races.
void keep_written_values(Lane* lane) {
  LaneLog& log = *lane->log;
  for (u32 w = 0; w < hot.writes; ++w) {
    const u32 entry = hot.write_list[w];
    log.value[entry] = value_left_by(log.code[entry], log.address[entry]);
  }
}

// Each lane has a stack of its own, which has left the nearest cache since the lane's last turn, as
// the lane itself has: that of the following one must be there when its stack is fetched.
void fetch_frames(const Lane* lane) {
  constexpr int kLine = 64, kUsualFrames = 5 * kLine;
  if (lane == nullptr) {
    return;
  }
  __builtin_prefetch(lane->next);
  for (int at = 0; at < kUsualFrames; at += kLine) {
    __builtin_prefetch(static_cast<const char*>(lane->context) + at);
  }
}

void lane_main(transfer_t from) {
  arrive(from);
  for (;;) {
    running.launch->body(running.launch->argument);
    hot.lane->copies.clear();  // copies without a wait have no guaranteed effect
    park(LaneState::done);
  }
}

// A write that was logged last has not happened yet: it goes into the next log, so that its value
// is not read too early.
void pause_lane() {
  const u32 last = hot.logged - 1;
  const u64 address = hot.log->address[last];
  const AccessCode code = hot.log->code[last];
  const bool writes = hot.writes > 0 && hot.write_list[hot.writes - 1] == last;
  if (writes) {
    --hot.logged;
    --hot.writes;
  }
  park(LaneState::paused);
  if (writes) {
    hot.log->address[hot.logged] = address;
    hot.log->code[hot.logged] = code;
    hot.write_list[hot.writes++] = static_cast<u16>(hot.logged++);
  }
}

}  // namespace

constinit thread_local Hot hot SIMT_OWN_THREAD_LOCAL = kHostCode;
constinit thread_local Running running SIMT_OWN_THREAD_LOCAL = {};

void leave_lanes() {
  hot = kHostCode;
}

void log_is_full() {
  if (hot.lane != nullptr) {
    pause_lane();
    return;
  }
  current_machine().check_host_access(hot.log->address[0], hot.log->code[0]);
  leave_lanes();
}

void run_lanes(Lane* first) {
  for (Lane* lane = first; lane != nullptr; lane = lane->next) {
    if (lane->runnable()) {
      log_into(lane);
      arrive(jump_fcontext(lane->context, nullptr));
      break;  // the others ran in between
    }
  }
  leave_lanes();
}

u64 count_shared_loads(Lane* lane) {
  for (; lane->counted < hot.logged; ++lane->counted) {
    const u64 address = hot.log->address[lane->counted];
    const AccessCode code = hot.log->code[lane->counted];
    lane->shared_loads +=
        !is_write(code) && address >= running.shared_begin && address < running.shared_end;
  }
  return lane->shared_loads;
}

void park(LaneState state) {
  Lane* me = hot.lane;
  if (running.copies) {
    count_shared_loads(me);
    me->counted = 0;  // the next log
  }
  me->logged = hot.logged;
  me->state = state;
  ++running.parks;
  keep_written_values(me);
  if (!running.launch->ended) {
    for (Lane* lane = me->next; lane != nullptr; lane = lane->next) {
      if (lane->runnable()) {
        fetch_frames(lane->next);
        log_into(lane);
        arrive(jump_fcontext(lane->context, me));
        return;
      }
    }
  }
  arrive(jump_fcontext(running.scheduler, me));
}

void leave_launch() {
  running.launch->ended = true;
  park(LaneState::done);
  std::abort();  // never resumed
}

void make_fiber(Lane* lane) {
  lane->copies.clear();
  lane->counted = 0;
  // Staggered: stacks at multiples of a large power of two would share a few sets of the L1 cache,
  // and a few of the 256 that pages take turns in, in the TLB.
  const size_t stagger = (lane->thread % kWarpSize) * 320 + lane->thread / 16 % 16 * 4096;
  lane->context = boost::context::detail::make_fcontext(
      lane->stack_high - stagger, static_cast<size_t>(lane->stack_high - lane->stack_low) - stagger,
      lane_main);
}

}  // namespace simt
