// A CUDA call or launch that returned an error, and what was wrong with it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "common/facts/counts.h"
#include "common/facts/finding.h"
#include "common/facts/names.h"
#include "common/facts/place.h"

namespace gemmlab {

// Nothing more is known than the error itself.
struct Unexplained {
  static constexpr std::string_view kName = "unexplained";
};

GEMMLAB_ENUM(LaunchLimit,
             grid_x,
             grid_y,
             grid_z,
             block_threads,
             block_x,
             block_y,
             block_z,
             dynamic_shared,          // bytes
             dynamic_shared_unasked,  // bytes, where cudaFuncSetAttribute would allow more
             static_shared,           // bytes
             launch_bounds            // threads that the kernel's __launch_bounds__ allow a block
)
struct BeyondLimit {
  static constexpr std::string_view kName = "beyond_limit";
  LaunchLimit limit = LaunchLimit::block_threads;
  std::int64_t value = 0;
  std::uint64_t most = 0;
};
struct EmptyLaunch {
  static constexpr std::string_view kName = "empty_launch";
};

// A thread that ended its launch.
struct ThreadStopped {
  static constexpr std::string_view kName = "thread_stopped";
  ThreadId who;
  bool by_division = false;  // of integers by zero; else by __trap() or a failed assert()
};

// What is wrong with a call, where no number says more.
GEMMLAB_ENUM(Misuse,
             device_is_broken,  // by an earlier launch
             null_result,       // the address that a result is to be written to
             not_device_memory,
             not_of_cuda_malloc,
             not_of_cuda_malloc_host,
             not_of_cuda_host_alloc,
             destroyed_default_stream,
             null_event,
             event_not_recorded)
struct Misused {
  static constexpr std::string_view kName = "misused";
  Misuse what = Misuse::device_is_broken;
};

// What is wrong with freeing a buffer.
GEMMLAB_ENUM(BadFree, callers, reset_frees_callers, freed_before, not_its_start)
struct CannotFree {
  static constexpr std::string_view kName = "cannot_free";
  BadFree why = BadFree::callers;
  DeviceBuffer buffer;
};

// One side of a copy, or the memory that is set.
GEMMLAB_ENUM(Role, target, source, memory)
GEMMLAB_ENUM(BadArgument, null, not_allocated, freed, too_small)
struct BadPointer {
  static constexpr std::string_view kName = "bad_pointer";
  Role role = Role::memory;
  BadArgument why = BadArgument::null;
  std::uint64_t bytes = 0;             // that the call is about
  std::optional<DeviceBuffer> buffer;  // that it points into
};

// A copy's kind says otherwise than its pointers.
struct WrongDirection {
  static constexpr std::string_view kName = "wrong_direction";
  bool to_device = false, from_device = false;  // by the pointers
};
struct OutOfDeviceMemory {
  static constexpr std::string_view kName = "out_of_device_memory";
  std::uint64_t bytes = 0, in_use = 0, capacity = 0;
};
struct PitchTooSmall {
  static constexpr std::string_view kName = "pitch_too_small";
  std::uint64_t width = 0, pitch = 0;
};
struct SymbolTooSmall {
  static constexpr std::string_view kName = "symbol_too_small";
  std::uint64_t bytes = 0, left = 0;
};
struct NoSuchDevice {
  static constexpr std::string_view kName = "no_such_device";
  int device = 0;
};

using ApiCause = std::variant<Unexplained,
                              BeyondLimit,
                              EmptyLaunch,
                              ThreadStopped,
                              Misused,
                              CannotFree,
                              BadPointer,
                              WrongDirection,
                              OutOfDeviceMemory,
                              PitchTooSmall,
                              SymbolTooSmall,
                              NoSuchDevice>;

struct ApiError {
  static constexpr std::string_view kName = "failed_call";
  int code = 0;                       // cudaError_t
  std::string name;                   // "cudaErrorInvalidConfiguration"
  std::string text;                   // CUDA's own, as cudaGetErrorString gives it
  std::string call;                   // "cudaMemcpy"; empty: a launch
  std::optional<LaunchShape> launch;  // if it was one
  ApiCause cause;
  Place at;
};

}  // namespace gemmlab
