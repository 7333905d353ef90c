// verdict: PARTIAL
// diagnosis: thread_index_missing, not outputs_not_stored, not first_block_only
// The column lacks threadIdx.x, so 16 threads store the same value to one element and 15 columns
// of 16 are missing: a line half typed.
// line: 16
#include <gemmlab/matmul.h>

__global__ void naive_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int col = blockIdx.x * blockDim.x;
  if (row < m && col < n) {
    float sum = 0;
    for (int i = 0; i < k; ++i) {
      sum += a[row * k + i] * b[i * n + col];
    }
    c[row * n + col] = sum;
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const dim3 block(16, 16);
  const dim3 grid((n + 15) / 16, (m + 15) / 16);
  naive_kernel<<<grid, block>>>(a, b, c, m, n, k);
}
