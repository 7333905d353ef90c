// verdict: PARTIAL
// diagnosis: first_block_only, not grid_rounded_down, not grid_swapped, not grid_too_small
// Launches a single block, and asks for each thread whether it has an element: right up to 16.
#include <gemmlab/matmul.h>

__global__ void naive_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < m && col < n) {
    float sum = 0;
    for (int i = 0; i < k; ++i) {
      sum += a[row * k + i] * b[i * n + col];
    }
    c[row * n + col] = sum;
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  naive_kernel<<<1, dim3(16, 16)>>>(a, b, c, m, n, k);
}
