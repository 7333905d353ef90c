// verdict: PASSED
// suite: full
// Right but unusual: a column of C a thread, 16 rows of it; B straight into a register, only A is
// staged.
#include <gemmlab/matmul.h>

constexpr int kRows = 16;
constexpr int kDepth = 16;
constexpr int kCols = 64;

__global__ void register_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float a_tile[kDepth][kRows + 1];
  const int row0 = blockIdx.y * kRows;
  const int col = blockIdx.x * kCols + threadIdx.x;
  float sums[kRows] = {};
  for (int k0 = 0; k0 < k; k0 += kDepth) {
    for (int i = threadIdx.x; i < kRows * kDepth; i += kCols) {
      const int y = i / kDepth;
      const int x = i % kDepth;
      a_tile[x][y] = row0 + y < m && k0 + x < k ? a[(row0 + y) * k + k0 + x] : 0.0f;
    }
    __syncthreads();
    for (int p = 0; p < kDepth; ++p) {
      const float b_value = k0 + p < k && col < n ? b[(k0 + p) * n + col] : 0.0f;
      for (int i = 0; i < kRows; ++i) {
        sums[i] += a_tile[p][i] * b_value;
      }
    }
    __syncthreads();
  }
  for (int i = 0; i < kRows; ++i) {
    if (row0 + i < m && col < n) {
      c[(row0 + i) * n + col] = sums[i];
    }
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const dim3 grid((n + kCols - 1) / kCols, (m + kRows - 1) / kRows);
  register_kernel<<<grid, kCols>>>(a, b, c, m, n, k);
}
