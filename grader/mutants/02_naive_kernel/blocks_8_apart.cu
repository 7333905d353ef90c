// verdict: PARTIAL
// line: 9
// diagnosis: blocks_apart, not roles_exchanged, not outputs_not_stored
// A block is 16 columns wide, but the next begins 8 further: a tile of another size in one place.
#include <gemmlab/matmul.h>

__global__ void naive_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int col = blockIdx.x * 8 + threadIdx.x;
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
