// verdict: PASSED
// suite: full
// Right but unusual: 16 x 16 threads, four rows apart: tall tile of A.
#include <gemmlab/matmul.h>

constexpr int kRows = 64;   // rows of C a block
constexpr int kCols = 16;   // columns of C a block
constexpr int kDepth = 16;  // of a tile in k
constexpr int kOutputs = 4;
constexpr int kStep = kRows / kOutputs;

__global__ void column_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float a_tile[kRows][kDepth];
  __shared__ float b_tile[kDepth][kCols];
  const int thread = threadIdx.y * kCols + threadIdx.x;
  const int row0 = blockIdx.y * kRows;
  const int col0 = blockIdx.x * kCols;
  float sums[kOutputs] = {};
  for (int k0 = 0; k0 < k; k0 += kDepth) {
    for (int i = thread; i < kRows * kDepth; i += kStep * kCols) {
      const int y = i / kDepth;
      const int x = i % kDepth;
      a_tile[y][x] = row0 + y < m && k0 + x < k ? a[(row0 + y) * k + k0 + x] : 0.0f;
    }
    for (int i = thread; i < kDepth * kCols; i += kStep * kCols) {
      const int y = i / kCols;
      const int x = i % kCols;
      b_tile[y][x] = k0 + y < k && col0 + x < n ? b[(k0 + y) * n + col0 + x] : 0.0f;
    }
    __syncthreads();
    for (int p = 0; p < kDepth; ++p) {
      const float b_value = b_tile[p][threadIdx.x];
      for (int o = 0; o < kOutputs; ++o) {
        sums[o] += a_tile[threadIdx.y + o * kStep][p] * b_value;
      }
    }
    __syncthreads();
  }
  for (int o = 0; o < kOutputs; ++o) {
    const int row = row0 + threadIdx.y + o * kStep;
    const int col = col0 + threadIdx.x;
    if (row < m && col < n) {
      c[row * n + col] = sums[o];
    }
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const dim3 grid((n + kCols - 1) / kCols, (m + kRows - 1) / kRows);
  column_kernel<<<grid, dim3(kCols, kStep)>>>(a, b, c, m, n, k);
}
