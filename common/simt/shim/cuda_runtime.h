// CUDA's runtime as a module for the simulator sees it. Who writes what: vector_types.h,
// math_functions.h and device_functions.h hold types and functions that need no runtime, or only
// simt_abi.h; dim3 and uint3 are in simt_abi.h.
#pragma once

#ifdef __CUDA__  // clang, which only reads
#include "clang/cuda_mode.h"
#else

#include "simt_abi.h"

// Qualifiers. __shared__, __launch_bounds__ and __syncthreads are left for the translator.
// What calls a kernel must know nothing of it: g++ would drop the launch of a kernel that does
// nothing but store through a null pointer.
#ifdef __clang__
#define __global__ __attribute__((noinline))
#else
#define __global__ __attribute__((noipa))
#endif
#define __device__
#define __host__
#define __managed__
#define __grid_constant__
#define __forceinline__ inline __attribute__((always_inline))
#define __align__(n) __attribute__((aligned(n)))

// Names, not macros: host code often has variables of its own that are called so.
inline constexpr simt::ThreadIndex threadIdx;
inline constexpr simt::BlockIndex blockIdx;
inline constexpr simt::BlockExtents blockDim;
inline constexpr simt::GridExtents gridDim;

inline constexpr int warpSize = 32;

#include "atomic_functions.h"
#include "cuda_api.h"
#include "device_functions.h"
#include "math_functions.h"
#include "vector_types.h"

// What every module defines: its block of dynamic shared memory, and the function by which the
// runtime finds a thread's copy of the module's shared memory. That is thread-local: all fibers of
// one OS thread are one block. Hidden, so that the compiler reaches it like the module's static
// shared variables.
extern "C" {
alignas(128)
    __attribute__((visibility("hidden"))) __thread unsigned char simt_dyn[simt::kMaxSharedBytes];

// Makes the calling OS thread's copy exist, and returns its simt_dyn.
__attribute__((visibility("default"), used)) SIMT_GLUE inline void* simt_touch_shared() {
  return simt_dyn;
}
}

#endif
