// verdict: PASSED
// suite: full
// Right but unusual: 2 x 8 outputs, and A's fragment has as many places as the thread has
// columns, of which the first two are used: a published register tile has that slip.
#include <gemmlab/matmul.h>

constexpr int kRows = 32;
constexpr int kCols = 128;
constexpr int kDepth = 16;
constexpr int kThreadRows = 2;
constexpr int kThreadCols = 8;
constexpr int kThreads = 256;

__global__ void two_level_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float a_tile[kRows][kDepth];
  __shared__ float b_tile[kDepth][kCols];
  const int tx = threadIdx.x % 16;
  const int ty = threadIdx.x / 16;
  const int row0 = blockIdx.y * kRows;
  const int col0 = blockIdx.x * kCols;
  float sums[kThreadRows][kThreadCols] = {};
  for (int k0 = 0; k0 < k; k0 += kDepth) {
    for (int i = threadIdx.x; i < kRows * kDepth; i += kThreads) {
      const int y = i / kDepth, x = i % kDepth;
      a_tile[y][x] = row0 + y < m && k0 + x < k ? a[(row0 + y) * k + k0 + x] : 0;
    }
    for (int i = threadIdx.x; i < kDepth * kCols; i += kThreads) {
      const int y = i / kCols, x = i % kCols;
      b_tile[y][x] = k0 + y < k && col0 + x < n ? b[(k0 + y) * n + col0 + x] : 0;
    }
    __syncthreads();
    for (int p = 0; p < kDepth; ++p) {
      float a_frag[kThreadCols];
      for (int i = 0; i < kThreadRows; ++i) {
        a_frag[i] = a_tile[ty + i * 16][p];
      }
      for (int j = 0; j < kThreadCols; ++j) {
        const float b_value = b_tile[p][tx + j * 16];
        for (int i = 0; i < kThreadRows; ++i) {
          sums[i][j] += a_frag[i] * b_value;
        }
      }
    }
    __syncthreads();
  }
  for (int i = 0; i < kThreadRows * kThreadCols; ++i) {
    const int row = row0 + ty + i / kThreadCols * 16;
    const int col = col0 + tx + i % kThreadCols * 16;
    if (row < m && col < n) {
      c[row * n + col] = sums[i / kThreadCols][i % kThreadCols];
    }
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const dim3 grid((n + kCols - 1) / kCols, (m + kRows - 1) / kRows);
  two_level_kernel<<<grid, kThreads>>>(a, b, c, m, n, k);
}
