// What the process that ran a program reports about the run.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "common/facts/at_most.h"
#include "common/facts/counts.h"
#include "common/facts/finding.h"
#include "common/facts/json_fields.h"
#include "common/facts/names.h"
#include "common/facts/one_of.h"
#include "common/facts/place.h"

namespace gemmlab {

// Only the error code is known.
struct Unexplained {};

GEMMLAB_ENUM(LaunchLimit, grid_x, grid_y, grid_z, block_threads, block_x, block_y, block_z,
             dynamic_shared,          // bytes
             dynamic_shared_unasked,  // bytes, when cudaFuncSetAttribute would allow more
             launch_bounds,  // the threads per block that the kernel's __launch_bounds__ allow
             static_shared,  // bytes; this and the next two are known after a kernel has run
             all_shared,     // bytes, static and dynamic
             constant        // bytes of all __constant__ variables
)
struct BeyondLimit {
  LaunchLimit limit = LaunchLimit::block_threads;
  std::int64_t value = 0;
  std::uint64_t most = 0;
};
GEMMLAB_JSON(BeyondLimit, limit, value, most)

struct EmptyLaunch {};

// A thread that the processor stopped, and with it the launch.
struct ThreadStopped {
  ThreadId who;
  bool by_division = false;  // integer division by zero; else an illegal instruction
};
GEMMLAB_JSON(ThreadStopped, who, by_division)

// What is wrong with a call, when numbers would add nothing.
GEMMLAB_ENUM(Misuse,
             device_is_broken,  // by an earlier launch
             null_result,       // the address for the result
             not_device_memory, not_of_cuda_malloc, not_of_cuda_malloc_host, not_of_cuda_host_alloc,
             destroyed_default_stream, destroyed_stream, unknown_stream, null_event,
             destroyed_event, unknown_event, event_not_recorded)
struct Misused {
  Misuse what = Misuse::device_is_broken;
};
GEMMLAB_JSON(Misused, what)

// Why a buffer cannot be freed.
GEMMLAB_ENUM(BadFree, callers, reset_frees_callers, freed_before, not_yet_there, not_its_start)
struct CannotFree {
  BadFree why = BadFree::callers;
  DeviceBuffer buffer;
};
GEMMLAB_JSON(CannotFree, why, buffer)

// One side of a copy, or the memory of a memset.
GEMMLAB_ENUM(Role, target, source, memory)
GEMMLAB_ENUM(BadArgument, null, not_allocated, freed, too_small)
struct BadPointer {
  Role role = Role::memory;
  BadArgument why = BadArgument::null;
  std::uint64_t bytes = 0;             // size of the call's operation
  std::optional<DeviceBuffer> buffer;  // the buffer it points into
};
GEMMLAB_JSON(BadPointer, role, why, bytes, buffer)

// The kind of a copy contradicts its pointers.
struct WrongDirection {
  bool to_device = false, from_device = false;  // according to the pointers
};
GEMMLAB_JSON(WrongDirection, to_device, from_device)

struct OutOfDeviceMemory {
  std::uint64_t bytes = 0, in_use = 0, capacity = 0;
};
GEMMLAB_JSON(OutOfDeviceMemory, bytes, in_use, capacity)

struct PitchTooSmall {
  std::uint64_t width = 0, pitch = 0;
};
GEMMLAB_JSON(PitchTooSmall, width, pitch)

struct SymbolTooSmall {
  std::uint64_t bytes = 0, left = 0;
};
GEMMLAB_JSON(SymbolTooSmall, bytes, left)

struct NoSuchDevice {
  int device = 0;
};
GEMMLAB_JSON(NoSuchDevice, device)

struct ApiCause
    : OneOf<Unexplained, BeyondLimit, EmptyLaunch, ThreadStopped, Misused, CannotFree, BadPointer,
            WrongDirection, OutOfDeviceMemory, PitchTooSmall, SymbolTooSmall, NoSuchDevice> {
  using OneOf::OneOf;
};

// A CUDA call or launch that returned an error, and its cause.
struct ApiError {
  static constexpr std::string_view kName = "failed_call";
  int code = 0;                       // cudaError_t
  std::string error;                  // "cudaErrorInvalidConfiguration"
  std::string text;                   // CUDA's message, from cudaGetErrorString
  std::string call;                   // "cudaMemcpy"; empty: a launch
  std::optional<LaunchShape> launch;  // if it was a launch
  ApiCause cause;
  Place at;
  std::string pointer = {};  // of its arguments that nothing sets, if the text tells
};
GEMMLAB_JSON(ApiError, code, error, text, call, launch, cause, at, pointer)

GEMMLAB_ENUM(StopReason,
             budget,     // of memory accesses
             waiting,    // the same, at an atomic or a volatile access of one block of several
             idle_loop,  // the kernel continued without accessing memory
             clock,      // in a kernel on the simulator
             gpu_clock,  // a kernel was running on a GPU
             host_clock)

// What a thread's start and end count in a budget of accesses, since they take as long: blocks with
// nothing to do cost, too.
inline constexpr std::uint64_t kAccessesAThread = 16;

// A run that a limit stopped.
struct OutOfTime {
  StopReason reason = StopReason::clock;
  std::string kernel;  // the kernel stopped on the simulator
  std::uint64_t accesses = 0;
  std::uint64_t blocks = 0, begun_blocks = 0;  // of its grid
  Place at;                                    // roughly where it stopped
};
GEMMLAB_JSON(OutOfTime, reason, kernel, accesses, blocks, begun_blocks, at)

struct RunReport {
  AtMost<Finding, 64> findings;  // most severe first
  AtMost<ApiError, 100> errors;  // the first, in the order of the calls
  RunCounts counts;              // from the simulator; launches are counted on a GPU too
  std::uint64_t accesses = 0;    // memory accesses of all lanes
  std::optional<OutOfTime> out_of_time;
  bool streams_in_no_order = false;  // had work at once: other seeds begin with another
  bool hid_from_host = false;        // something, as Options::read_back says
  int live_allocations = 0;  // allocated with cudaMalloc in the run and not freed at its end
  std::uint64_t live_bytes = 0;
};
GEMMLAB_JSON(RunReport, findings, errors, counts, accesses, out_of_time, streams_in_no_order,
             hid_from_host, live_allocations, live_bytes)

}  // namespace gemmlab
