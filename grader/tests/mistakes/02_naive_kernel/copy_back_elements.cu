// verdict: NOT FINITE
// look: 42
// words: sizeof|bytes|byte|quarter
// mistake: C is copied back with a size of m * n, elements instead of bytes, so only the first quarter arrives
#include <gemmlab/matmul.h>

constexpr int kBlock = 16;

__device__ float dot(const float* a_row, const float* b_col, int n, int k) {
  float s = 0.0f;
  for (int p = 0; p < k; ++p) s += a_row[p] * b_col[p * n];
  return s;
}

__global__ void naive_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  const int r = blockIdx.y * kBlock + threadIdx.y;
  const int q = blockIdx.x * kBlock + threadIdx.x;
  if (r < m && q < n) c[r * n + q] = dot(a + r * k, b + q, n, k);
}

static int blocks_for(int extent) { return (extent - 1) / kBlock + 1; }

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  naive_kernel<<<dim3(blocks_for(n), blocks_for(m)), dim3(kBlock, kBlock)>>>(a, b, c, m, n, k);
}

extern "C" cudaError_t matmul_host(const float* a, const float* b, float* c, int m, int n, int k) {
  cudaError_t error = cudaSuccess;
  float* a_device = nullptr;
  cudaMalloc(&a_device, sizeof(float) * m * k);

  float* b_device = nullptr;
  cudaMalloc(&b_device, sizeof(float) * k * n);
  float* c_device = nullptr;
  cudaMalloc(&c_device, sizeof(float) * m * n);

  cudaMemcpy(a_device, a, sizeof(float) * m * k, cudaMemcpyHostToDevice);
  cudaMemcpy(b_device, b, sizeof(float) * k * n, cudaMemcpyHostToDevice);
  matmul(a_device, b_device, c_device, m, n, k);
  error = cudaGetLastError();
  if (error == cudaSuccess) {
    error = cudaMemcpy(c, c_device, m * n, cudaMemcpyDeviceToHost);
  }
  cudaFree(c_device);
  cudaFree(b_device);

  cudaFree(a_device);
  return error;
}
