// Joint register tile, step 2: A goes through shared memory too. No other thread needs what a
// thread reads there; only the order of the loads from global memory changes.
#include <gemmlab/matmul.h>

constexpr int kRows = 64;   // of C per block: one for each thread
constexpr int kCols = 16;   // of C per block, all of them in each thread
constexpr int kDepth = 16;  // of k in shared memory at a time
constexpr int kPad = 1;     // so that 32 rows of A's tile begin in 32 different banks

// C = A * B, a row of kCols elements of C per thread, operands staged tile by tile.
//   a [m, k], b [k, n], c [m, n]   fp32, row-major, packed, device memory; c overlaps neither
//   grid (ceil(n/kCols), ceil(m/kRows)), block (kRows), 5.25 kB of shared memory
//   any m, n, k >= 1; the launch does not wait; the caller checks for launch errors
__global__ void staged_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float a_tile[kRows][kDepth + kPad];  // [64, 16] of A, from row row0 and column k0
  __shared__ float b_tile[kDepth][kCols];         // [16, 16] of B, from row k0 and column col0
  const int row0 = blockIdx.y * kRows;
  const int row = row0 + threadIdx.x;
  const int col0 = blockIdx.x * kCols;
  float sums[kCols] = {};  // [16] of row `row` of C, from column col0; in registers

  for (int k0 = 0; k0 < k; k0 += kDepth) {
    for (int i = threadIdx.x; i < kRows * kDepth; i += kRows) {
      const int y = i / kDepth;
      const int x = i % kDepth;
      a_tile[y][x] = row0 + y < m && k0 + x < k ? a[(row0 + y) * k + k0 + x] : 0.0f;
    }
    for (int i = threadIdx.x; i < kDepth * kCols; i += kRows) {
      const int y = i / kCols;
      const int x = i % kCols;
      b_tile[y][x] = k0 + y < k && col0 + x < n ? b[(k0 + y) * n + col0 + x] : 0.0f;
    }
    __syncthreads();  // waits until all threads have loaded: the tiles are complete now
    for (int p = 0; p < kDepth; ++p) {
      const float a_value = a_tile[threadIdx.x][p];
      for (int j = 0; j < kCols; ++j) {
        sums[j] += a_value * b_tile[p][j];
      }
    }
    __syncthreads();  // waits until all threads have read: the next phase overwrites the tiles
  }
  for (int j = 0; j < kCols; ++j) {
    if (row < m && col0 + j < n) {
      c[row * n + col0 + j] = sums[j];
    }
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const dim3 grid((n + kCols - 1) / kCols, (m + kRows - 1) / kRows);
  staged_kernel<<<grid, kRows>>>(a, b, c, m, n, k);
}
