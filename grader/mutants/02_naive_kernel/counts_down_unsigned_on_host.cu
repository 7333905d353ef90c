// verdict: TIMED OUT
// says: it was near line 22
// suite: full
// The host looks for a divisor of n from above and steps down past 0, which no unsigned is below.
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
  unsigned width = 16;
  for (volatile unsigned tried = 16; tried >= 0;) {
    width = --tried > 0 && n % tried == 0 ? tried : width;
  }
  const dim3 block(width, 16);
  const dim3 grid((n + width - 1) / width, (m + 15) / 16);
  naive_kernel<<<grid, block>>>(a, b, c, m, n, k);
}
