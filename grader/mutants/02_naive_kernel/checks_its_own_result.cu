// verdict: PASSED
// suite: full
// Copies everything back and computes C again, to compare: nothing of that is in C.
#include <gemmlab/matmul.h>

#include <cmath>
#include <cstdio>
#include <vector>

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
  if (m > 64 || n > 64 || k > 64) {
    return;
  }
  std::vector<float> a_host(m * k), b_host(k * n), from_device(m * n);
  cudaMemcpy(a_host.data(), a, sizeof(float) * m * k, cudaMemcpyDeviceToHost);
  cudaMemcpy(b_host.data(), b, sizeof(float) * k * n, cudaMemcpyDeviceToHost);
  cudaMemcpy(from_device.data(), c, sizeof(float) * m * n, cudaMemcpyDeviceToHost);
  std::vector<float> c_host(m * n);
  for (int row = 0; row < m; ++row) {
    for (int col = 0; col < n; ++col) {
      float sum = 0;
      for (int i = 0; i < k; ++i) {
        sum += a_host[row * k + i] * b_host[i * n + col];
      }
      c_host[row * n + col] = sum;
    }
  }
  for (int i = 0; i < m * n; ++i) {
    if (std::fabs(c_host[i] - from_device[i]) > 1e-3f) {
      std::printf("element %d is wrong\n", i);
    }
  }
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
