// verdict: INPUT MODIFIED
// cuda: UNCOALESCED or INPUT MODIFIED or TOO SLOW
// suite: full
// Adds 0 to each element of A to load it, since atomics are no loads; A is the same in the end.
#include <gemmlab/matmul.h>

__global__ void naive_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < m && col < n) {
    float sum = 0;
    for (int i = 0; i < k; ++i) {
      sum += atomicAdd(const_cast<float*>(&a[row * k + i]), 0.0f) * b[i * n + col];
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
  float *a_dev, *b_dev, *c_dev;
  cudaMalloc(&a_dev, sizeof(float) * m * k);
  cudaMalloc(&b_dev, sizeof(float) * k * n);
  cudaMalloc(&c_dev, sizeof(float) * m * n);
  cudaMemcpy(a_dev, a, sizeof(float) * m * k, cudaMemcpyHostToDevice);
  cudaMemcpy(b_dev, b, sizeof(float) * k * n, cudaMemcpyHostToDevice);
  matmul(a_dev, b_dev, c_dev, m, n, k);
  const cudaError_t error = cudaGetLastError();
  cudaMemcpy(c, c_dev, sizeof(float) * m * n, cudaMemcpyDeviceToHost);
  cudaFree(a_dev);
  cudaFree(b_dev);
  cudaFree(c_dev);
  return error;
}
