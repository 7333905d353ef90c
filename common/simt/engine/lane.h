// One thread of a block: a fiber with a log of its memory accesses.
#pragma once

#include <boost/context/detail/fcontext.hpp>
#include <vector>

#include "common/simt/shim/simt_abi.h"
#include "common/simt/source/access_code.h"

namespace simt {

struct LaunchState;

// A lane yields after this many accesses: this limits memory, and warps take turns. All values from
// 128 to 2048 are equally fast.
inline constexpr u32 kLogCapacity = 256;
// CUDA's 512 KiB of local memory per thread; below it a guard area, where a stack overflow faults;
// above it space for everything except the kernel. Only touched pages use memory. Both are whole
// pages where a page has 64 KiB.
inline constexpr u64 kGuardBytes = 64 << 10;
inline constexpr u64 kStackBytes = kGuardBytes + (640 << 10);
// Calls within calls, each of at least 16 bytes on a GPU's stack.
inline constexpr u32 kMostCalls = 64;
inline constexpr u32 kLogStride = kLogCapacity + 8;  // prevents cache conflicts between lanes

struct LaneLog {
  u64 address[kLogStride];
  AccessCode code[kLogStride];
  u32 value[kLogStride];  // for a write: the memory's content afterwards, read when the lane parks
};

enum class LaneState : u8 { running, paused, at_barrier, at_warp_barrier, done };

// What a waiting lane wants from the others.
enum class Wish : u8 { none, count, all, any, ballot, shuffle, combine, active_mask };

// A copy that a lane has started and not waited for.
struct AsyncCopy {
  void* to;
  AccessCode code;  // of the copy's write
  u32 bytes;        // 4, 8 or 16
  u32 group;
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

  char* stack_low = nullptr;
  char* stack_high = nullptr;

  bool runnable() const {
    return (state == LaneState::running || state == LaneState::paused) && logged < kLogCapacity;
  }
};

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
  const LaunchState* launch;
  uint3 block;
  boost::context::detail::fcontext_t scheduler;
  u64 parks;    // number of parks so far: if it stops growing, a lane is in a loop
  bool copies;  // a lane of this launch has started an asynchronous copy
};

extern constinit thread_local Running running SIMT_OWN_THREAD_LOCAL;

// Runs `first` and then each runnable lane of the chain that starts there. Returns when the last of
// them has parked.
void run_lanes(Lane* first);

// From now on the calling OS thread's hooks treat accesses as host code's.
void leave_lanes();

// Called when the kernel of a launch begins that seeks it, at the first place in it.
void find_kernel(const void* place);

// Called by hooks when the log is full.
void log_is_full();

// A short form of the memory's content after a write, for comparison with another write's. Zeros of
// all widths are equal.
inline u32 value_left_by(AccessCode code, u64 address) {
  const auto* words = reinterpret_cast<const u32*>(address & ~u64{3});
  u32 value = words[0];
  for (u32 i = 1; i < access_bytes(code) / 4; ++i) {
    value = (value << 7 | value >> 25) ^ words[i];
  }
  return value;
}

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
