// Lab 03's kernel for any width of a tile.
#pragma once

#include <gemmlab/matmul.h>

// C = A * B, one element of C per thread, operands staged tile by tile.
//   a [m, k], b [k, n], c [m, n]   fp32, row-major, packed, device memory; c overlaps neither
//   grid (n/kTile, m/kTile), block (kTile, kTile), 2 kTile^2 elements of static shared memory
//   m, n, k multiples of kTile; the launch does not wait; the caller checks for errors
template <int kTile>
__global__ void tiled_kernel(const float* a, const float* b, float* c, int n, int k) {
  __shared__ float a_tile[kTile][kTile];  // [kTile, kTile] of A, from row row0 and column k0
  __shared__ float b_tile[kTile][kTile];  // [kTile, kTile] of B, from row k0 and column col0
  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int row = blockIdx.y * kTile + ty;
  const int col = blockIdx.x * kTile + tx;
  float sum = 0;

  for (int k0 = 0; k0 < k; k0 += kTile) {
    a_tile[ty][tx] = a[row * k + k0 + tx];
    b_tile[ty][tx] = b[(k0 + ty) * n + col];
    __syncthreads();  // waits until all threads have loaded: the tiles are complete now
    for (int p = 0; p < kTile; ++p) {
      sum += a_tile[ty][p] * b_tile[p][tx];
    }
    __syncthreads();  // waits until all threads have read: the next phase overwrites the tiles
  }
  c[row * n + col] = sum;
}

template <int kTile>
void tiled_matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  tiled_kernel<kTile><<<dim3(n / kTile, m / kTile), dim3(kTile, kTile)>>>(a, b, c, n, k);
}
