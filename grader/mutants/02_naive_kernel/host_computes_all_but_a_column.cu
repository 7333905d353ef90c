// verdict: MISSES THE POINT
// cuda: MISSES THE POINT or TIMED OUT
// suite: full
// Copies A and B back in two parts each, and
// computes on the CPU; a kernel computes the last column.
#include <gemmlab/matmul.h>

#include <vector>

__global__ void last_column(const float* a, const float* b, float* c, int m, int n, int k) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int col = n - 1;
  if (row < m && threadIdx.x == 0) {
    float sum = 0;
    for (int i = 0; i < k; ++i) {
      sum += a[row * k + i] * b[i * n + col];
    }
    c[row * n + col] = sum;
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  std::vector<float> a_host(m * k), b_host(k * n);
  cudaMemcpy(a_host.data(), a, sizeof(float), cudaMemcpyDeviceToHost);
  cudaMemcpy(b_host.data(), b, sizeof(float), cudaMemcpyDeviceToHost);
  cudaMemcpy(a_host.data() + 1, a + 1, sizeof(float) * (m * k - 1), cudaMemcpyDeviceToHost);
  cudaMemcpy(b_host.data() + 1, b + 1, sizeof(float) * (k * n - 1), cudaMemcpyDeviceToHost);
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
  cudaMemcpy(c, c_host.data(), sizeof(float) * m * n, cudaMemcpyHostToDevice);
  last_column<<<dim3(1, (m + 7) / 8), dim3(32, 8)>>>(a, b, c, m, n, k);
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
