// verdict: UNINITIALISED
// cuda: WRONG or NOT FINITE
// line: 13
// suite: full
// matmul_host copies k * n bytes of B, which has k * n floats.
#include <gemmlab/matmul.h>

__global__ void naive_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0.0f;
  for (int p = 0; row < m && col < n && p < k; ++p) {
    sum += a[row * k + p] * b[p * n + col];
  }
  if (row < m && col < n) {
    c[row * n + col] = sum;
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  naive_kernel<<<dim3((n + 15) / 16, (m + 15) / 16), dim3(16, 16)>>>(a, b, c, m, n, k);
}

extern "C" cudaError_t matmul_host(const float* a, const float* b, float* c, int m, int n, int k) {
  float* on_device[3] = {};
  cudaMalloc(&on_device[0], sizeof(float) * m * k);
  cudaMalloc(&on_device[1], sizeof(float) * k * n);
  cudaMalloc(&on_device[2], sizeof(float) * m * n);
  cudaMemcpy(on_device[0], a, sizeof(float) * m * k, cudaMemcpyHostToDevice);
  cudaMemcpy(on_device[1], b, k * n, cudaMemcpyHostToDevice);
  matmul(on_device[0], on_device[1], on_device[2], m, n, k);
  cudaError_t error = cudaGetLastError();
  if (error == cudaSuccess) {
    error = cudaMemcpy(c, on_device[2], sizeof(float) * m * n, cudaMemcpyDeviceToHost);
  }
  for (float* each : on_device) {
    cudaFree(each);
  }
  return error;
}
