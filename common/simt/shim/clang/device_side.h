// What exists inside kernels only. Reading threadIdx.x calls a __device__ function, so that clang
// objects to it in host code.
#pragma once

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
