// verdict: PASSED
// suite: full
// Right but unusual: four outputs of one row a thread, 32 columns apart, on tiles 32 deep.
#include <gemmlab/matmul.h>

constexpr int kRows = 32;
constexpr int kDepth = 32;
constexpr int kOutputs = 4;
constexpr int kCols = 32 * kOutputs;

__global__ void row_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float a_tile[kRows][kDepth];
  __shared__ float b_tile[kDepth][kCols];
  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int row = blockIdx.y * kRows + ty;
  const int col0 = blockIdx.x * kCols + tx;
  float sums[kOutputs] = {};
  for (int k0 = 0; k0 < k; k0 += kDepth) {
    a_tile[ty][tx] = row < m && k0 + tx < k ? a[row * k + k0 + tx] : 0;
    for (int y = ty; y < kDepth; y += kRows) {
      for (int x = tx; x < kCols; x += 32) {
        const int col = blockIdx.x * kCols + x;
        b_tile[y][x] = k0 + y < k && col < n ? b[(k0 + y) * n + col] : 0;
      }
    }
    __syncthreads();
    for (int i = 0; i < kDepth; ++i) {
      const float a_value = a_tile[ty][i];
      for (int o = 0; o < kOutputs; ++o) {
        sums[o] += a_value * b_tile[i][tx + o * 32];
      }
    }
    __syncthreads();
  }
  for (int o = 0; o < kOutputs; ++o) {
    if (row < m && col0 + o * 32 < n) {
      c[row * n + col0 + o * 32] = sums[o];
    }
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const dim3 grid((n + kCols - 1) / kCols, (m + kRows - 1) / kRows);
  row_kernel<<<grid, dim3(32, kRows)>>>(a, b, c, m, n, k);
}
