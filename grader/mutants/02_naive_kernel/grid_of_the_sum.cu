// verdict: PARTIAL
// line: 21
// diagnosis: too_few_blocks, not blocks_apart, not grid_rounded_down
// A flat grid of as many blocks as there are rows and columns of tiles, not their product.
#include <gemmlab/matmul.h>

__global__ void naive_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  const int row = blockIdx.x / ((n + 15) / 16) * 16 + threadIdx.y;
  const int col = blockIdx.x % ((n + 15) / 16) * 16 + threadIdx.x;
  if (row >= m || col >= n) {
    return;
  }
  float sum = 0;
  for (int i = 0; i < k; ++i) {
    sum += a[row * k + i] * b[i * n + col];
  }
  c[row * n + col] = sum;
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  naive_kernel<<<(m + 15) / 16 + (n + 15) / 16, dim3(16, 16)>>>(a, b, c, m, n, k);
}
