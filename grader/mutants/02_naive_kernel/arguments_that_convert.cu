// verdict: PASSED
// suite: full
// Right but unusual: the launch's arguments are NULL and a list in braces.
#include <gemmlab/matmul.h>

struct Extents {
  int m, n, k;
};

__global__ void naive_kernel(const float* a, const float* b, const float* bias, float* c,
                             Extents extents) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < extents.m && col < extents.n) {
    float sum = bias != nullptr ? bias[col] : 0;
    for (int i = 0; i < extents.k; ++i) {
      sum += a[row * extents.k + i] * b[i * extents.n + col];
    }
    c[row * extents.n + col] = sum;
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const dim3 grid((n + 15) / 16, (m + 15) / 16);
  naive_kernel<<<grid, dim3(16, 16)>>>(a, b, NULL, c, {m, n, k});
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
