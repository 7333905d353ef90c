// verdict: LAUNCH FAILED
// look: 25
// words: integer division|int division|round|ceil|truncat|kblock - 1|too few blocks|last columns|multiple
// mistake: ceil is applied to the result of an integer division, which has been rounded down already
#include <gemmlab/matmul.h>

#include <cmath>

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

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const dim3 block(kBlock, kBlock);
  const dim3 grid((unsigned)ceil(n / kBlock), (unsigned)ceil(m / kBlock));
  naive_kernel<<<grid, block>>>(a, b, c, m, n, k);
}

extern "C" cudaError_t matmul_host(const float* a, const float* b, float* c, int m, int n, int k) {
  cudaError_t error = cudaSuccess;
  float* a_device = nullptr;
  cudaMalloc(&a_device, sizeof(float) * m * k);

  float* b_device = nullptr;
  float* c_device = nullptr;
  cudaMalloc(&b_device, sizeof(float) * k * n);
  cudaMalloc(&c_device, sizeof(float) * m * n);
  cudaMemcpy(a_device, a, sizeof(float) * m * k, cudaMemcpyHostToDevice);
  cudaMemcpy(b_device, b, sizeof(float) * k * n, cudaMemcpyHostToDevice);
  matmul(a_device, b_device, c_device, m, n, k);
  error = cudaGetLastError();
  if (error == cudaSuccess) {
    error = cudaMemcpy(c, c_device, sizeof(float) * m * n, cudaMemcpyDeviceToHost);
  }
  cudaFree(b_device);
  cudaFree(c_device);

  cudaFree(a_device);
  return error;
}
