// verdict: INPUT MODIFIED
// cuda: CRASHED or LAUNCH FAILED or OUT OF BOUNDS or PARTIAL
// suite: full
// Frees A when done: it belongs to the caller, who goes on using it.
// line: 23
#include <gemmlab/matmul.h>

__global__ void naive_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
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
  cudaFree(const_cast<float*>(a));
}
