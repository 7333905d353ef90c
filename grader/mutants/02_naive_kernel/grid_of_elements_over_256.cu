// verdict: PARTIAL
// line: 22
// diagnosis: too_few_blocks, not part_not_written
// suite: full
// A flat grid of tiles counted by elements: partial tiles have fewer.
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
  naive_kernel<<<(m * n + 255) / 256, dim3(16, 16)>>>(a, b, c, m, n, k);
}
