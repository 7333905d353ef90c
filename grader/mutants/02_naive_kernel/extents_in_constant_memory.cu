// verdict: PASSED
// suite: full
// Right but unusual: the extents lie in constant memory, and the kernel's arguments are pointers
// only.
#include <gemmlab/matmul.h>

struct Extents {
  int m, n, k;
};
__constant__ Extents extents;

__global__ void naive_kernel(const float* a, const float* b, float* c) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < extents.m && col < extents.n) {
    float sum = 0;
    for (int i = 0; i < extents.k; ++i) {
      sum += a[row * extents.k + i] * b[i * extents.n + col];
    }
    c[row * extents.n + col] = sum;
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const Extents host{m, n, k};
  cudaMemcpyToSymbol(extents, &host, sizeof host);
  naive_kernel<<<dim3((n + 31) / 32, (m + 7) / 8), dim3(32, 8)>>>(a, b, c);
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
