// verdict: PASSED
// suite: full
// Right but unusual: a 1-D grid over all elements of C, row and column by division.
#include <gemmlab/matmul.h>

__global__ void element_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  const int index = blockIdx.x * blockDim.x + threadIdx.x;
  if (index >= m * n) {
    return;
  }
  const int row = index / n;
  const int col = index % n;
  float sum = 0;
  for (int i = 0; i < k; ++i) {
    sum += a[row * k + i] * b[i * n + col];
  }
  c[index] = sum;
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  element_kernel<<<(m * n + 255) / 256, 256>>>(a, b, c, m, n, k);
}

extern "C" cudaError_t matmul_host(const float* a, const float* b, float* c, int m, int n, int k) {
  const size_t a_bytes = sizeof(float) * m * k;
  const size_t b_bytes = sizeof(float) * k * n;
  const size_t c_bytes = sizeof(float) * m * n;
  float* a_dev = nullptr;
  float* b_dev = nullptr;
  float* c_dev = nullptr;
  cudaMalloc(&a_dev, a_bytes);
  cudaMalloc(&b_dev, b_bytes);
  cudaMalloc(&c_dev, c_bytes);
  cudaMemcpy(a_dev, a, a_bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(b_dev, b, b_bytes, cudaMemcpyHostToDevice);
  matmul(a_dev, b_dev, c_dev, m, n, k);
  const cudaError_t error = cudaGetLastError();
  cudaMemcpy(c, c_dev, c_bytes, cudaMemcpyDeviceToHost);
  cudaFree(a_dev);
  cudaFree(b_dev);
  cudaFree(c_dev);
  return error;
}
