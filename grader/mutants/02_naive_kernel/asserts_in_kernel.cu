// verdict: CRASHED
// suite: full
// An assertion inside the kernel that k is at most 16: it stops the kernel, not the program.
// line: 12
#include <gemmlab/matmul.h>

#include <cassert>

__global__ void naive_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  assert(k <= 16);
  if (row < m && col < n) {
    float sum = 0;
    for (int p = 0; p < k; ++p) {
      sum += a[row * k + p] * b[p * n + col];
    }
    c[row * n + col] = sum;
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const dim3 grid((n + 15) / 16, (m + 15) / 16);
  naive_kernel<<<grid, dim3(16, 16)>>>(a, b, c, m, n, k);
}
