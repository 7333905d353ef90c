// verdict: MISSES THE POINT
// cuda: MISSES THE POINT or TIMED OUT
// suite: full
// Kernels copy A and B to managed memory, and C from there: the CPU computes it in between.
#include <gemmlab/matmul.h>

#include <vector>

__global__ void put(float* to, const float* from, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) {
    to[i] = from[i];
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  float *a_host, *b_host, *found;
  cudaMallocManaged(&a_host, sizeof(float) * m * k);
  cudaMallocManaged(&b_host, sizeof(float) * k * n);
  cudaMallocManaged(&found, sizeof(float) * m * n);
  put<<<(m * k + 255) / 256, 256>>>(a_host, a, m * k);
  put<<<(k * n + 255) / 256, 256>>>(b_host, b, k * n);
  cudaDeviceSynchronize();
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
    found[i] = c_host[i];
  }
  put<<<(m * n + 255) / 256, 256>>>(c, found, m * n);
  cudaDeviceSynchronize();
  cudaFree(a_host);
  cudaFree(b_host);
  cudaFree(found);
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
