// verdict: PARTIAL
// suite: full
// matmul_host gives whole blocks of rows to the device and computes the last few itself: all of C
// is right, and without a kernel some of it still is.
#include <gemmlab/matmul.h>

constexpr int kBlock = 16;

__global__ void naive_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < m && col < n) {
    float sum = 0.0f;
    for (int p = 0; p < k; ++p) {
      sum += a[row * k + p] * b[p * n + col];
    }
    c[row * n + col] = sum;
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const dim3 block(kBlock, kBlock);
  const dim3 grid((n + kBlock - 1) / kBlock, (m + kBlock - 1) / kBlock);
  naive_kernel<<<grid, block>>>(a, b, c, m, n, k);
}

extern "C" cudaError_t matmul_host(const float* a, const float* b, float* c, int m, int n, int k) {
  cudaError_t error = cudaSuccess;
  const int whole = m / kBlock * kBlock;  // rows in whole blocks: the device's share
  if (whole > 0) {
    float* a_device = nullptr;
    float* b_device = nullptr;
    float* c_device = nullptr;
    cudaMalloc(&a_device, sizeof(float) * whole * k);
    cudaMalloc(&b_device, sizeof(float) * k * n);
    cudaMalloc(&c_device, sizeof(float) * whole * n);
    cudaMemcpy(a_device, a, sizeof(float) * whole * k, cudaMemcpyHostToDevice);
    cudaMemcpy(b_device, b, sizeof(float) * k * n, cudaMemcpyHostToDevice);
    matmul(a_device, b_device, c_device, whole, n, k);
    error = cudaGetLastError();
    if (error == cudaSuccess) {
      error = cudaMemcpy(c, c_device, sizeof(float) * whole * n, cudaMemcpyDeviceToHost);
    }
    cudaFree(c_device);
    cudaFree(b_device);
    cudaFree(a_device);
  }
  for (int row = whole; row < m; ++row) {
    for (int col = 0; col < n; ++col) {
      float sum = 0.0f;
      for (int p = 0; p < k; ++p) {
        sum += a[row * k + p] * b[p * n + col];
      }
      c[row * n + col] = sum;
    }
  }
  return error;
}
