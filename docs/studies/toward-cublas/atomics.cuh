// Toward cuBLAS, steps 11 and 14: how blocks that share a tile of C add their sums in any order.
#pragma once

#include "tile.cuh"

// Four floats at once need compute capability 9.0.
__device__ void add_to(float4* to, float4 x) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  atomicAdd(to, x);
#else
  atomicAdd(&to->x, x.x);
  atomicAdd(&to->y, x.y);
  atomicAdd(&to->z, x.z);
  atomicAdd(&to->w, x.w);
#endif
}

__device__ void add_to(float* to, float x) {
  atomicAdd(to, x);
}

// C must be 0 at first, and several blocks may add to a tile.
template <Copy kCopy>
__device__ void add(const Sums& sums, const Product& product, int row0, int col0) {
  for (int quad = 0; quad < kQuads; ++quad) {
    put_quad<kCopy>(quad_of(sums, quad, product.one), quad, threadIdx.x, product, row0, col0,
                    [](auto* to, auto x) { add_to(to, x); });
  }
}
