// Joint register tile, step 1: a row of 16 sums in the registers of each thread, and strips of B in
// shared memory that are just large enough for each thread to load one element: 64 / 16 = 4 rows.
#include <gemmlab/matmul.h>

constexpr int kRows = 64;              // of C per block: one for each thread
constexpr int kCols = 16;              // of C per block, all of them in each thread
constexpr int kStrip = kRows / kCols;  // rows of B at a time

// C = A * B, a row of kCols elements of C per thread. A goes straight to registers.
//   a [m, k], b [k, n], c [m, n]   fp32, row-major, packed, device memory; c overlaps neither
//   grid (ceil(n/kCols), ceil(m/kRows)), block (kRows), 256 bytes of static shared memory
//   any m, n, k >= 1; the launch does not wait; the caller checks for launch errors
__global__ void joint_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float b_strip[kStrip][kCols];  // [4, 16] of B, from row k0 and column col0
  const int row = blockIdx.y * kRows + threadIdx.x;
  const int col0 = blockIdx.x * kCols;
  const int y = threadIdx.x / kCols;  // the element of the strip that this thread loads
  const int x = threadIdx.x % kCols;
  float sums[kCols] = {};  // [16] of row `row` of C, from column col0; in registers

  for (int k0 = 0; k0 < k; k0 += kStrip) {
    b_strip[y][x] = k0 + y < k && col0 + x < n ? b[(k0 + y) * n + col0 + x] : 0.0f;
    __syncthreads();  // waits until all threads have loaded: the strip is complete now
#pragma unroll
    for (int p = 0; p < kStrip; ++p) {
      const float a_value = row < m && k0 + p < k ? a[row * k + k0 + p] : 0.0f;
      for (int j = 0; j < kCols; ++j) {
        sums[j] += a_value * b_strip[p][j];
      }
    }
    __syncthreads();  // waits until all threads have read: the next phase overwrites the strip
  }
  for (int j = 0; j < kCols; ++j) {
    if (row < m && col0 + j < n) {
      c[row * n + col0 + j] = sums[j];
    }
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const dim3 grid((n + kCols - 1) / kCols, (m + kRows - 1) / kRows);
  joint_kernel<<<grid, kRows>>>(a, b, c, m, n, k);
}
