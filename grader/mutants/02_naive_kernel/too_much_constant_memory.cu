// verdict: LAUNCH FAILED
// suite: full
// nvcc refuses 128 KiB of __constant__ variables, used or not: there are 64.
// cuda: DOES NOT COMPILE
#include <gemmlab/matmul.h>

__constant__ float a_constant[32768];

__global__ void naive_kernel(const float* b, float* c, int m, int n, int k) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < m && col < n) {
    float sum = 0;
    for (int p = 0; p < k; ++p) {
      sum += a_constant[row * k + p] * b[p * n + col];
    }
    c[row * n + col] = sum;
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const dim3 block(16, 16);
  const dim3 grid((n + 15) / 16, (m + 15) / 16);
  cudaMemcpyToSymbol(a_constant, a, sizeof(float) * m * k, 0, cudaMemcpyDeviceToDevice);
  naive_kernel<<<grid, block>>>(b, c, m, n, k);
}
