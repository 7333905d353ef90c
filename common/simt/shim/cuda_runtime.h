// CUDA's runtime for modules of the simulator. vector_types.h, math_functions.h and
// device_functions.h contain types and functions that need no runtime, or only simt_abi.h; dim3 and
// uint3 are in simt_abi.h.
#pragma once
#pragma GCC system_header

#ifdef __CUDA__  // clang, which only parses
#include "clang/cuda_mode.h"
#else

#include "simt_abi.h"

// Qualifiers. The translator handles __host__, __shared__, __constant__, __managed__,
// __launch_bounds__ and __syncthreads, and takes an empty attribute for __device__. A kernel's
// caller must not look into it: g++ would remove the launch of a kernel that only stores through a
// null pointer.
#define __device__ __attribute__(())
#ifdef __clang__
#define __global__ __device__ __attribute__((noinline))
#else
#define __global__ __device__ __attribute__((noipa))
#endif
#define __maxnreg__(registers)
#define __grid_constant__
#define __forceinline__ inline __attribute__((always_inline))
#define __align__(n) __attribute__((aligned(n)))

// Names, not macros, because host code often has variables with these names.
inline constexpr simt::Indices<simt::thread_index> threadIdx;
inline constexpr simt::Indices<simt::block_index> blockIdx;
inline constexpr simt::Indices<simt::block_extents> blockDim;
inline constexpr simt::Indices<simt::grid_extents> gridDim;

inline constexpr int warpSize = 32;

#include "atomic_functions.h"
#include "changes.h"
#include "cuda_api.h"
#include "device_functions.h"
#include "launch_arguments.h"
#include "log_in_place.h"
#include "math_functions.h"
#include "ptx_functions.h"
#include "vector_types.h"

// Every module defines its block of dynamic shared memory, and a function through which the runtime
// finds a thread's copy of the module's shared memory. That memory is thread-local: all fibers of
// one OS thread are one block. Hidden, so that the compiler accesses it like the module's static
// shared variables.
extern "C" {
alignas(128)
    __attribute__((visibility("hidden"))) __thread unsigned char simt_dyn[simt::kMaxSharedBytes];

// Creates the calling OS thread's copy if needed and returns its simt_dyn.
__attribute__((visibility("default"), used)) SIMT_GLUE inline void* simt_touch_shared() {
  return simt_dyn;
}
}

#endif
