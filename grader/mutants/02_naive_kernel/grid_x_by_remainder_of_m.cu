// verdict: PARTIAL
// suite: full
// The columns of blocks are rounded up where m, not n, leaves a rest: the last columns of C are
// missed where m is a multiple of the block and n is not.
#include <gemmlab/matmul.h>

constexpr int kBlock = 16;

__global__ void naive_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < m && col < n) {
    float sum = 0.0f;
    for (int p = 0; p < k; ++p) {
      sum += a[row * k + p] * b[p * n + col];
    }
    c[row * n + col] = sum;
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const dim3 grid((n - 1) / kBlock + (m % kBlock != 0 || n <= kBlock), (m + kBlock - 1) / kBlock);
  naive_kernel<<<grid, dim3(kBlock, kBlock)>>>(a, b, c, m, n, k);
}
