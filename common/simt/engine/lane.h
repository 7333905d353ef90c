// One thread of a block: a fiber with a log of its memory accesses.
#pragma once

#include <boost/context/detail/fcontext.hpp>
#include <vector>

#include "common/simt/device_limits.h"
#include "common/simt/shim/simt_abi.h"
#include "common/simt/source/access_code.h"

namespace simt {

struct LaunchState;

// A lane yields after so many accesses: memory stays bounded, and warps take turns. From 128 to
// 2048 all are equally fast.
inline constexpr u32 kLogCapacity = 256;
// CUDA's 512 KiB of local memory a thread, below it a guard where a stack that grows too far
// faults, above it room for what is not the kernel's. Only what is touched takes memory.
inline constexpr u64 kGuardBytes = 64 << 10;
inline constexpr u64 kStackBytes = kGuardBytes + (528 << 10);
inline constexpr u32 kLogStride = kLogCapacity + 8;  // keeps lanes out of each other's cache sets

struct LaneLog {
  u64 address[kLogStride];
  AccessCode code[kLogStride];
  u32 value[kLogStride];  // of a write: what it left behind, read back when the lane parks
};

enum class LaneState : u8 { running, paused, at_barrier, at_warp_barrier, done };

// What a lane that waits for others wants of them.
enum class Wish : u8 { none, count, all, any, ballot, shuffle, combine, active_mask };

// A copy that a lane started and has not waited for.
struct AsyncCopy {
  void* to;
  AccessCode code;  // of the write to it
  u32 bytes;        // 4, 8 or 16
  u32 group;
  char bytes_kept[16];  // what will lie at `to`
};

struct Lane {
  boost::context::detail::fcontext_t context = nullptr;
  LaneLog* log = nullptr;
  Lane* next = nullptr;  // runs after this one within the warp
  u32 logged = 0;
  LaneState state = LaneState::done;
  u16 thread = 0;  // within the block, x fastest
  uint3 index{};

  // While waiting:
  AccessCode waits_at = 0;  // where, for messages
  int site = 0;             // which barrier
  unsigned mask = 0;        // of a warp operation
  Wish wish = Wish::none;
  Shuffle shuffle = Shuffle::index;
  Combine combine = Combine::sum;
  int argument = 0, width = 0;
  u64 value = 0;  // given to the others, then what they gave

  // Since all lanes of the warp were last together: how often it went back in the source.
  u32 back_edges = 0;
  SourceOrder last_order = 0;

  std::vector<AsyncCopy> copies;  // oldest first
  u32 copy_groups = 0;            // ended so far

  char* stack_low = nullptr;
  char* stack_high = nullptr;

  bool runnable() const {
    return (state == LaneState::running || state == LaneState::paused) && logged < kLogCapacity;
  }
};

// The running lane's log as the hooks see it. Outside kernels it is a log of one entry, so that
// each access of instrumented host code lands in log_is_full() and costs kernels nothing.
struct Hot {
  u64* address;
  AccessCode* code;
  u32 logged;
  u32 capacity;
  Lane* lane;
  u32 writes;
  u16* write_list;  // log entries that are writes
};

// Only executables hold the simulator, so its own thread-local variables are a load away.
#define SIMT_OWN_THREAD_LOCAL __attribute__((tls_model("local-exec")))

extern constinit thread_local Hot hot SIMT_OWN_THREAD_LOCAL;

// What the fibers of an OS thread run now.
struct Running {
  const LaunchState* launch;
  uint3 block;
  boost::context::detail::fcontext_t scheduler;
  u64 parks;    // how often a lane has parked: who does not any more is in a loop
  bool copies;  // a lane of this launch has started an asynchronous copy
};

extern constinit thread_local Running running SIMT_OWN_THREAD_LOCAL;

// Runs `first`, and after it each runnable lane in the chain that starts there. Returns when the
// last of them has parked.
void run_lanes(Lane* first);

// Makes the calling OS thread's hooks treat accesses as host code's.
void leave_lanes();

// Called by hooks when the log has no room left.
void log_is_full();

// What a write left behind, in short: to compare with another's. Zeros of any width look alike.
u32 value_left_by(AccessCode code, u64 address);

// Appends an access to the running lane's log.
SIMT_INLINE void log_access(const void* address, u32 kind, const void* return_address) {
  Hot& h = hot;
  const u32 entry = h.logged;
  h.address[entry] = reinterpret_cast<u64>(address);
  h.code[entry] = access_code(return_address, kind);
  h.logged = entry + 1;
  if (__builtin_expect(entry + 1 >= h.capacity, 0)) {
    log_is_full();
  }
}

// Leaves the running lane until the scheduler resumes it. Called on the lane's own stack.
void park(LaneState state);

// Ends the launch of the running lane, which never goes on. Called on the lane's own stack.
[[noreturn]] void leave_launch();

// Gives `lane` a new fiber on its stack, which waits for a block to run.
void make_fiber(Lane* lane);

}  // namespace simt
