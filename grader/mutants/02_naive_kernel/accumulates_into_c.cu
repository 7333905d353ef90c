// verdict: UNINITIALISED
// cuda: NOT FINITE
// suite: full
// Adds to C without setting it to 0 first: who keeps the sum in memory.
// line: 13
#include <gemmlab/matmul.h>

__global__ void naive_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < m && col < n) {
    for (int i = 0; i < k; ++i) {
      c[row * n + col] += a[row * k + i] * b[i * n + col];
    }
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const dim3 block(16, 16);
  const dim3 grid((n + 15) / 16, (m + 15) / 16);
  naive_kernel<<<grid, block>>>(a, b, c, m, n, k);
}
