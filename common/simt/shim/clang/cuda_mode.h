// cuda_runtime.h for clang, which checks a lab file against CUDA's own rules and shows it in an
// editor, without a toolkit or a GPU. Code is only parsed with this header, never compiled. Types
// and functions are those of the simulator.
#pragma once

#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#ifdef __CUDA_ARCH__  // nvcc refuses that a kernel assigns to it
#define __constant__ __attribute__((constant)) const
#else
#define __constant__ __attribute__((constant))
#endif
#define __managed__ __attribute__((device))
#define __maxnreg__(registers)
#define __grid_constant__
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __forceinline__ inline __attribute__((always_inline))
#define __align__(n) __attribute__((aligned(n)))
#define consteval constexpr __host__ __device__  // unlike constexpr functions

#include <cstddef>
#pragma clang force_cuda_host_device begin
#include <initializer_list>
#pragma clang force_cuda_host_device end
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// clang's own <algorithm> would let kernels call std::min and std::max.
#pragma push_macro("__device__")
#undef __device__
#define __device__
#include <algorithm>
#pragma pop_macro("__device__")

#include "device_libc.h"

// Callable from both sides.
#pragma clang force_cuda_host_device begin
#include "../changes.h"
#include "../simt_abi.h"
#include "../vector_types.h"
#pragma clang force_cuda_host_device end

// Only inside kernels. Reading threadIdx.x calls a __device__ function, so clang rejects it in host
// code.
namespace simt_stub {

struct Index {
  __declspec(property(get = get_x)) unsigned x;
  __declspec(property(get = get_y)) unsigned y;
  __declspec(property(get = get_z)) unsigned z;
  __device__ unsigned get_x() const;
  __device__ unsigned get_y() const;
  __device__ unsigned get_z() const;
  __device__ operator uint3() const;
  __device__ operator dim3() const;
};

}  // namespace simt_stub

extern const __device__ simt_stub::Index threadIdx, blockIdx, blockDim, gridDim;
inline constexpr int warpSize = 32;

__device__ void __syncthreads();
__device__ int __syncthreads_and(int predicate);
__device__ int __syncthreads_count(int predicate);
__device__ int __syncthreads_or(int predicate);

#pragma clang force_cuda_host_device begin
#include "../atomic_functions.h"
#include "../device_functions.h"
#include "../math_functions.h"
#pragma clang force_cuda_host_device end

#include "../cuda_api.h"

template <class Kernel>
cudaError_t cudaLaunchKernel(Kernel* kernel, dim3 grid, dim3 block, void** arguments,
                             size_t shared_bytes = 0, cudaStream_t stream = nullptr);

// clang turns <<<...>>> into a call of one of these.
extern "C" cudaError_t cudaConfigureCall(dim3 grid, dim3 block, size_t shared_bytes = 0,
                                         cudaStream_t stream = nullptr);
extern "C" unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared_bytes = 0,
                                                void* stream = nullptr);
