// verdict: OUT OF BOUNDS
// cuda: WRONG
// suite: full
// A's turned tile has as many places as the block has columns, and is filled by rows, of which
// there are twice as many: a published register tile sizes an array so.
// line: 27
#include <gemmlab/matmul.h>

constexpr int kRows = 64;
constexpr int kCols = 32;
constexpr int kDepth = 8;
constexpr int kThreadRows = 8;
constexpr int kThreads = 256;

__global__ void two_level_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float a_tile[kDepth][kCols];
  __shared__ float b_tile[kDepth][kCols];
  const int tx = threadIdx.x % kCols;
  const int ty = threadIdx.x / kCols;
  const int row0 = blockIdx.y * kRows;
  const int col = blockIdx.x * kCols + tx;
  float sums[kThreadRows] = {};
  for (int k0 = 0; k0 < k; k0 += kDepth) {
    for (int i = threadIdx.x; i < kDepth * kRows; i += kThreads) {
      const int y = i / kDepth, x = i % kDepth;
      const bool inside = row0 + y < m && k0 + x < k;
      a_tile[x][y] = inside ? a[(row0 + y) * k + k0 + x] : 0;
    }
    b_tile[ty][tx] = k0 + ty < k && col < n ? b[(k0 + ty) * n + col] : 0;
    __syncthreads();
    for (int p = 0; p < kDepth; ++p) {
      for (int i = 0; i < kThreadRows; ++i) {
        sums[i] += a_tile[p][ty * kThreadRows + i] * b_tile[p][tx];
      }
    }
    __syncthreads();
  }
  for (int i = 0; i < kThreadRows; ++i) {
    const int row = row0 + ty * kThreadRows + i;
    if (row < m && col < n) {
      c[row * n + col] = sums[i];
    }
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const dim3 grid((n + kCols - 1) / kCols, (m + kRows - 1) / kRows);
  two_level_kernel<<<grid, kThreads>>>(a, b, c, m, n, k);
}
