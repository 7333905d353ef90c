// verdict: LOW PRECISION
// Sums in half precision, which end at 65504 where k is large.
#include <cuda_fp16.h>
#include <gemmlab/matmul.h>

__global__ void naive_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < m && col < n) {
    half sum = __float2half(0);
    for (int i = 0; i < k; ++i) {
      sum = __hadd(sum, __float2half(a[row * k + i] * b[i * n + col]));
    }
    c[row * n + col] = __half2float(sum);
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  naive_kernel<<<dim3((n + 15) / 16, (m + 15) / 16), dim3(16, 16)>>>(a, b, c, m, n, k);
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
