// Toward cuBLAS, step 14: blocks in pairs, clusters of two, that add their sums through shared
// memory. Four parts of k are two pairs: each adds to C with atomics, and 0 + x + y is 0 + y + x,
// so the bits are always the same.
#pragma once

#include "launch.cuh"

#if GEMM_OVERLAPS
#include <cooperative_groups.h>
#endif

// Adds the pair's sums, each block half of the quads: put(quad, x).
template <class Put>
__device__ void add_pair(const Sums& sums, float4* shared, float one, Put put) {
#if GEMM_OVERLAPS && defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  constexpr int kHalf = kQuads / 2;
  const auto pair = cooperative_groups::this_cluster();
  const bool is_first = pair.block_rank() == 0;
  __syncthreads();  // waits for all readers of the tiles, which are overwritten
  for (int quad = 0; quad < kHalf; ++quad) {  // the other one's half
    shared[quad * kThreads + threadIdx.x] =
        is_first ? quad_of(sums, quad + kHalf, one) : quad_of(sums, quad, one);
  }
  pair.sync();
  const float4* const other = pair.map_shared_rank(shared, is_first ? 1 : 0);
  float4 both[kHalf];
#pragma unroll
  for (int quad = 0; quad < kHalf; ++quad) {
    const float4 x = other[quad * kThreads + threadIdx.x];
    const float4 y = is_first ? quad_of(sums, quad, one) : quad_of(sums, quad + kHalf, one);
    both[quad] = make_float4(x.x + y.x, x.y + y.y, x.z + y.z, x.w + y.w);
  }
  pair.barrier_arrive();
#pragma unroll
  for (int quad = 0; quad < kHalf; ++quad) {
    put(is_first ? quad : quad + kHalf, both[quad]);
  }
  pair.barrier_wait();  // until the other one has read this block's shared memory
#endif
}
