// Volkov and Demmel, step 1: their kernel of 2008 on matrices that lie row by row. A thread has a
// row of C, so the threads of a warp read 32 rows of A.
#include <gemmlab/matmul.h>

constexpr int kThreads = 64;  // rows of C of a block: one for each thread
constexpr int kCols = 16;     // columns of C of a block, all of them in each thread
constexpr int kDepth = 16;    // of k in shared memory at a time

// C = A * B, a row of kCols elements of C per thread. A goes straight to registers, B through
// shared memory, and each p adds a rank-1 update.
//   a [m, k], b [k, n], c [m, n]   fp32, row-major, packed, device memory; c overlaps neither
//   grid (ceil(n/kCols), ceil(m/kThreads)), block (kThreads), 1 kB of shared memory
//   any m, n, k >= 1; the launch does not wait; the caller checks for launch errors
__global__ void row_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float b_tile[kDepth][kCols];  // [16, 16] of B, from row k0 and column col0
  const int row = blockIdx.y * kThreads + threadIdx.x;
  const int col0 = blockIdx.x * kCols;
  float sums[kCols] = {};  // [16] of row `row` of C, from column col0; in registers

  for (int k0 = 0; k0 < k; k0 += kDepth) {
    for (int i = threadIdx.x; i < kDepth * kCols; i += kThreads) {
      const int y = i / kCols;
      const int x = i % kCols;
      b_tile[y][x] = k0 + y < k && col0 + x < n ? b[(k0 + y) * n + col0 + x] : 0.0f;
    }
    __syncthreads();  // waits until all threads have loaded: the tile is complete now
#pragma unroll
    for (int p = 0; p < kDepth; ++p) {
      const float a_value = row < m && k0 + p < k ? a[row * k + k0 + p] : 0.0f;
      for (int j = 0; j < kCols; ++j) {
        sums[j] += a_value * b_tile[p][j];
      }
    }
    __syncthreads();  // waits until all threads have read: the next phase overwrites the tile
  }
  for (int j = 0; j < kCols; ++j) {
    if (row < m && col0 + j < n) {
      c[row * n + col0 + j] = sums[j];
    }
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const dim3 grid((n + kCols - 1) / kCols, (m + kThreads - 1) / kThreads);
  row_kernel<<<grid, kThreads>>>(a, b, c, m, n, k);
}
