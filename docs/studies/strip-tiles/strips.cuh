// Lab 03's kernel with tiles that are less deep than wide: [kTile, kDepth] of A, [kDepth, kTile] of
// B.
#pragma once

#include <gemmlab/matmul.h>

constexpr int kTile = 32;  // the block's tile of C is kTile x kTile; a warp has one row of it

// C = A * B, one element of C per thread, operands staged strip by strip.
//   a [m, k], b [k, n], c [m, n]   fp32, row-major, packed, device memory; c overlaps neither
//   grid (n/kTile, m/kTile), block (kTile, kTile), 2 kTile kDepth floats of static shared memory
//   m, n, k multiples of kTile; kDepth divides kTile; asynchronous on the default stream
template <int kDepth>
__global__ void strip_kernel(const float* a, const float* b, float* c, int n, int k) {
  __shared__ float a_strip[kTile][kDepth];  // [32, kDepth] of A, from row row0 and column k0
  __shared__ float b_strip[kDepth][kTile];  // [kDepth, 32] of B, from row k0 and column col0
  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int row = blockIdx.y * kTile + ty;
  const int col = blockIdx.x * kTile + tx;
  float sum = 0.0f;

  for (int k0 = 0; k0 < k; k0 += kDepth) {
    if (tx < kDepth) {
      a_strip[ty][tx] = a[row * k + k0 + tx];
    }
    if (ty < kDepth) {
      b_strip[ty][tx] = b[(k0 + ty) * n + col];
    }
    __syncthreads();  // waits for the threads that load: the strips are complete now
    for (int p = 0; p < kDepth; ++p) {
      sum += a_strip[ty][p] * b_strip[p][tx];
    }
    __syncthreads();  // waits until all threads have read: the next phase overwrites the strips
  }
  c[row * n + col] = sum;
}

template <int kDepth>
void strip_matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  strip_kernel<kDepth><<<dim3(n / kTile, m / kTile), dim3(kTile, kTile)>>>(a, b, c, n, k);
}
