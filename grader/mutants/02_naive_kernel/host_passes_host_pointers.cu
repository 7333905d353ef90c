// verdict: WRONG ADDRESS SPACE
// cuda: OUT OF BOUNDS
// suite: full
// Step 2.3 calls matmul with the host pointers it was given: who takes cudaMalloc for an
// optimisation.
// line: 15
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
  const dim3 block(16, 16);
  const dim3 grid((n + 15) / 16, (m + 15) / 16);
  naive_kernel<<<grid, block>>>(a, b, c, m, n, k);
}

extern "C" cudaError_t matmul_host(const float* a, const float* b, float* c, int m, int n, int k) {
  matmul(a, b, c, m, n, k);
  const cudaError_t error = cudaGetLastError();
  cudaDeviceSynchronize();
  return error;
}
