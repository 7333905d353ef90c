// Lab 03's kernel with a tile of C that is not square.
#pragma once

#include <gemmlab/matmul.h>

constexpr int kDepth = 16;  // of k in shared memory at a time

// C = A * B, one element of C per thread, operands staged tile by tile.
//   a [m, k], b [k, n], c [m, n]   fp32, row-major, packed, device memory; c overlaps neither
//   grid (n/kCols, m/kRows), block (kCols, kRows), (kRows + kCols) kDepth floats of static shared
//   memory; m a multiple of kRows, n of kCols, k of kDepth; asynchronous on the default stream
template <int kRows, int kCols>
__global__ void rectangular_kernel(const float* a, const float* b, float* c, int n, int k) {
  __shared__ float a_tile[kRows][kDepth];  // [kRows, 16] of A, from row row0 and column k0
  __shared__ float b_tile[kDepth][kCols];  // [16, kCols] of B, from row k0 and column col0
  constexpr int kThreads = kRows * kCols;
  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int thread = ty * kCols + tx;
  const int row0 = blockIdx.y * kRows;  // where the block's tile of C begins
  const int col0 = blockIdx.x * kCols;
  float sum = 0.0f;

  for (int k0 = 0; k0 < k; k0 += kDepth) {
    // Each loop runs once or twice, a constant number of times, so that nvcc unrolls the loops:
    // with `i = thread` it would not, and the kernel would need 40 registers, too many for two
    // blocks on a multiprocessor.
    for (int i = 0; i < kRows * kDepth; i += kThreads) {
      const int at = i + thread;
      if (at < kRows * kDepth) {
        a_tile[at / kDepth][at % kDepth] = a[(row0 + at / kDepth) * k + k0 + at % kDepth];
      }
    }
    for (int i = 0; i < kDepth * kCols; i += kThreads) {
      const int at = i + thread;
      if (at < kDepth * kCols) {
        b_tile[at / kCols][at % kCols] = b[(k0 + at / kCols) * n + col0 + at % kCols];
      }
    }
    __syncthreads();  // waits until all threads have loaded: the tiles are complete now
    for (int p = 0; p < kDepth; ++p) {
      sum += a_tile[ty][p] * b_tile[p][tx];
    }
    __syncthreads();  // waits until all threads have read: the next phase overwrites the tiles
  }
  c[(row0 + ty) * n + col0 + tx] = sum;
}

template <int kRows, int kCols>
void rectangular_matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  rectangular_kernel<kRows, kCols>
      <<<dim3(n / kCols, m / kRows), dim3(kCols, kRows)>>>(a, b, c, n, k);
}
