// verdict: PARTIAL
// line: 8
// diagnosis: roles_exchanged, not blocks_apart, not outputs_not_stored
// blockIdx and threadIdx have changed places in the row.
#include <gemmlab/matmul.h>

__global__ void naive_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  const int row = threadIdx.y * blockDim.y + blockIdx.y;
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
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
  const dim3 block(16, 16), grid((n + 15) / 16, (m + 15) / 16);
  naive_kernel<<<grid, block>>>(a, b, c, m, n, k);
}
