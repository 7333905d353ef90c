// verdict: PASSED
// suite: full
// Right but unusual: four outputs of a row, 16 x 16 threads, tiles 8 deep.
#include <gemmlab/matmul.h>

constexpr int kRows = 16;
constexpr int kDepth = 8;
constexpr int kOutputs = 4;
constexpr int kStep = 16;  // threads along a row
constexpr int kCols = kStep * kOutputs;

__global__ void row_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float a_tile[kRows][kDepth];
  __shared__ float b_tile[kDepth][kCols];
  const int thread = threadIdx.y * kStep + threadIdx.x;
  const int row0 = blockIdx.y * kRows;
  const int col0 = blockIdx.x * kCols;
  float sums[kOutputs] = {};
  for (int k0 = 0; k0 < k; k0 += kDepth) {
    for (int i = thread; i < kRows * kDepth; i += kStep * kRows) {
      const int y = i / kDepth;
      const int x = i % kDepth;
      a_tile[y][x] = row0 + y < m && k0 + x < k ? a[(row0 + y) * k + k0 + x] : 0.0f;
    }
    for (int i = thread; i < kDepth * kCols; i += kStep * kRows) {
      const int y = i / kCols;
      const int x = i % kCols;
      b_tile[y][x] = k0 + y < k && col0 + x < n ? b[(k0 + y) * n + col0 + x] : 0.0f;
    }
    __syncthreads();
    for (int p = 0; p < kDepth; ++p) {
      const float a_value = a_tile[threadIdx.y][p];
      for (int o = 0; o < kOutputs; ++o) {
        sums[o] += a_value * b_tile[p][threadIdx.x + o * kStep];
      }
    }
    __syncthreads();
  }
  const int row = row0 + threadIdx.y;
  for (int o = 0; o < kOutputs; ++o) {
    const int col = col0 + threadIdx.x + o * kStep;
    if (row < m && col < n) {
      c[row * n + col] = sums[o];
    }
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const dim3 grid((n + kCols - 1) / kCols, (m + kRows - 1) / kRows);
  row_kernel<<<grid, dim3(kStep, kRows)>>>(a, b, c, m, n, k);
}
