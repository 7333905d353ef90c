// verdict: MISSES THE POINT
// suite: full
// Right: a row of C in registers, A straight from global memory and B's strip shared, the
// published joint kernel, with one shared load for each multiply-add.
#include <gemmlab/matmul.h>

constexpr int kRows = 64;
constexpr int kCols = 16;
constexpr int kStrip = kRows / kCols;

__global__ void joint_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float b_strip[kStrip][kCols];
  const int row = blockIdx.y * kRows + threadIdx.x;
  const int col0 = blockIdx.x * kCols;
  const int y = threadIdx.x / kCols, x = threadIdx.x % kCols;
  float sums[kCols] = {};
  for (int k0 = 0; k0 < k; k0 += kStrip) {
    b_strip[y][x] = k0 + y < k && col0 + x < n ? b[(k0 + y) * n + col0 + x] : 0;
    __syncthreads();
    for (int p = 0; p < kStrip; ++p) {
      const float a_value = row < m && k0 + p < k ? a[row * k + k0 + p] : 0;
      for (int j = 0; j < kCols; ++j) {
        sums[j] += a_value * b_strip[p][j];
      }
    }
    __syncthreads();
  }
  for (int j = 0; j < kCols; ++j) {
    if (row < m && col0 + j < n) {
      c[row * n + col0 + j] = sums[j];
    }
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  joint_kernel<<<dim3((n + kCols - 1) / kCols, (m + kRows - 1) / kRows), kRows>>>(a, b, c, m, n, k);
}
