// Runs the lanes of a warp as fibers of one OS thread, and logs what the running one accesses.
#pragma once

#include <boost/context/detail/fcontext.hpp>

#include "common/simt/shim/simt_abi.h"
#include "common/simt/state/access_code.h"
#include "common/simt/state/integers.h"
#include "common/simt/state/lane.h"
#include "common/simt/state/lane_log.h"
#include "common/simt/state/launch_state.h"

namespace simt {

struct LaunchState;

// CUDA's 512 KiB of local memory per thread; below it a guard area, where a stack overflow faults;
// above it space for everything except the kernel. Only touched pages use memory. Both are whole
// pages where a page has 64 KiB.
inline constexpr u64 kGuardBytes = 64 << 10;
inline constexpr u64 kStackBytes = kGuardBytes + (640 << 10);
// Calls within calls, each of at least 16 bytes on a GPU's stack.
inline constexpr u32 kMostCalls = 64;

// The running lane's log as the hooks see it. Outside kernels it is a log of one entry, so that
// each access of instrumented host code ends in log_is_full() and kernels pay nothing for it.
struct Hot {
  LaneLog* log;
  u32 logged;
  u32 capacity;
  Lane* lane;
  u32 writes;
  u16* write_list;  // indices of log entries that are writes
};

// Only executables contain the simulator, so access to its own thread-local variables is one load.
#define SIMT_OWN_THREAD_LOCAL __attribute__((tls_model("local-exec")))

extern constinit thread_local Hot hot SIMT_OWN_THREAD_LOCAL;

// What the fibers of an OS thread currently run.
struct Running {
  LaunchState* launch;
  uint3 block;
  boost::context::detail::fcontext_t scheduler;
  u64 parks;                     // number of parks so far: if it stops growing, a lane is in a loop
  bool copies;                   // a lane of this launch has started an asynchronous copy
  u64 shared_begin, shared_end;  // the block's shared memory
};

extern constinit thread_local Running running SIMT_OWN_THREAD_LOCAL;

// Runs `first` and then each runnable lane of the chain that starts there. Returns when the last of
// them has parked.
void run_lanes(Lane* first);

// From now on the calling OS thread's hooks treat accesses as host code's.
void leave_lanes();

// Called by hooks when the log is full.
void log_is_full();

// Brings the running lane's count of loads from shared memory up to date, and returns it.
u64 count_shared_loads(Lane* lane);

// Appends an access to the running lane's log.
SIMT_INLINE void log_access(const void* address, u32 kind, const void* return_address) {
  Hot& h = hot;
  const u32 entry = h.logged;
  h.log->address[entry] = reinterpret_cast<u64>(address);
  h.log->code[entry] = access_code(return_address, kind);
  h.logged = entry + 1;
  if (__builtin_expect(entry + 1 >= h.capacity, 0)) {
    log_is_full();
  }
}

SIMT_INLINE void log_written(const void* address, u32 kind, const void* place) {
  hot.write_list[hot.writes++] = static_cast<u16>(hot.logged);
  log_access(address, kind | kWriteBit, place);
}

// Leaves the running lane until the scheduler resumes it. Called on the lane's own stack.
void park(LaneState state);

// Ends the launch of the running lane, which never continues. Called on the lane's own stack.
[[noreturn]] void leave_launch();

// Gives `lane` a new fiber on its stack, which waits for a block to run.
void make_fiber(Lane* lane);

}  // namespace simt
