// verdict: OUT OF BOUNDS
// suite: full
// No thread asks whether its element exists: who tests 1024 x 1024 only.
// line: 14
#include <gemmlab/matmul.h>

__global__ void naive_kernel(const float* a, const float* b, float* c, int n, int k) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int i = 0; i < k; ++i) {
    sum += a[row * k + i] * b[i * n + col];
  }
  c[row * n + col] = sum;
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const dim3 block(16, 16);
  const dim3 grid((n + 15) / 16, (m + 15) / 16);
  naive_kernel<<<grid, block>>>(a, b, c, n, k);
}
