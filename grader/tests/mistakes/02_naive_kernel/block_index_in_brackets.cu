// verdict: DOES NOT COMPILE
// look: 8
// words: written blockIdx.y
// mistake: blockIdx is indexed as an array.
#include <gemmlab/matmul.h>

__global__ void multiply(const float* a, const float* b, float* c, int m, int n, int k) {
  const int row = blockIdx[1] * blockDim.y + threadIdx.y;
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
  multiply<<<dim3((n + 15) / 16, (m + 15) / 16), dim3(16, 16)>>>(a, b, c, m, n, k);
}

extern "C" cudaError_t matmul_host(const float* a, const float* b, float* c, int m, int n, int k) {
  float *a_device = nullptr, *b_device = nullptr, *c_device = nullptr;
  cudaMalloc(&a_device, sizeof(float) * m * k);
  cudaMalloc(&b_device, sizeof(float) * k * n);
  cudaMalloc(&c_device, sizeof(float) * m * n);
  cudaMemcpy(a_device, a, sizeof(float) * m * k, cudaMemcpyHostToDevice);
  cudaMemcpy(b_device, b, sizeof(float) * k * n, cudaMemcpyHostToDevice);
  matmul(a_device, b_device, c_device, m, n, k);
  cudaError_t error = cudaGetLastError();
  if (error == cudaSuccess) {
    error = cudaMemcpy(c, c_device, sizeof(float) * m * n, cudaMemcpyDeviceToHost);
  }
  cudaFree(c_device);
  cudaFree(b_device);
  cudaFree(a_device);
  return error;
}
