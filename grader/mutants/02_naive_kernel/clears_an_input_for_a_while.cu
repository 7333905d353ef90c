// verdict: INPUT MODIFIED
// cuda: PASSED or TOO SLOW
// suite: full
// Keeps a copy of A, clears A, and writes it back: cudaMemset and cudaMemcpy change it meanwhile.
#include <gemmlab/matmul.h>

__global__ void multiply(const float* a, const float* b, float* c, int m, int n, int k) {
  const int row = blockIdx.y * 16 + threadIdx.y;
  const int col = blockIdx.x * 16 + threadIdx.x;
  if (row < m && col < n) {
    float sum = 0;
    for (int p = 0; p < k; ++p) {
      sum += a[row * k + p] * b[p * n + col];
    }
    c[row * n + col] = sum;
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  float* const own = const_cast<float*>(a);
  const size_t bytes = sizeof(float) * m * k;
  float* copy;
  cudaMalloc(&copy, bytes);
  cudaMemcpy(copy, a, bytes, cudaMemcpyDeviceToDevice);
  cudaMemset(own, 0, bytes);
  multiply<<<dim3((n + 15) / 16, (m + 15) / 16), dim3(16, 16)>>>(copy, b, c, m, n, k);
  cudaMemcpy(own, copy, bytes, cudaMemcpyDeviceToDevice);
  cudaFree(copy);
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
