// verdict: LAUNCH FAILED
// look: 7 22 24
// mistake: Blocks of 32 x 64 threads: 2048, more than the 1024 that a block may have.
#include <gemmlab/matmul.h>

#define BLOCK_X 32
#define BLOCK_Y 64   // more threads = faster
#define DIV_UP(x, y) (((x) + (y) - 1) / (y))

__global__ void gemm(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c, int m, int n, int k) {
  const int col = blockIdx.x * BLOCK_X + threadIdx.x;
  const int row = blockIdx.y * BLOCK_Y + threadIdx.y;
  if (row < m && col < n) {
    float sum = 0.0f;
#pragma unroll 4
    for (int p = 0; p < k; ++p) sum += a[row * k + p] * b[p * n + col];
    c[row * n + col] = sum;
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  dim3 block(BLOCK_X, BLOCK_Y, 1);
  dim3 grid(DIV_UP(n, BLOCK_X), DIV_UP(m, BLOCK_Y), 1);
  gemm<<<grid, block>>>(a, b, c, m, n, k);
}

extern "C" cudaError_t matmul_host(const float* a, const float* b, float* c, int m, int n, int k) {
  cudaError_t error = cudaSuccess;
  float* a_device = nullptr;
  cudaMalloc(&a_device, sizeof(float) * m * k);

  float *b_device = nullptr, *c_device = nullptr;
  cudaMalloc(&b_device, sizeof(float) * k * n);
  cudaMalloc(&c_device, sizeof(float) * m * n);
  cudaMemcpy(a_device, a, sizeof(float) * m * k, cudaMemcpyHostToDevice);
  cudaMemcpy(b_device, b, sizeof(float) * k * n, cudaMemcpyHostToDevice);
  matmul(a_device, b_device, c_device, m, n, k);
  error = cudaGetLastError();
  if (error == cudaSuccess) error = cudaMemcpy(c, c_device, sizeof(float) * m * n, cudaMemcpyDeviceToHost);
  cudaFree(b_device);
  cudaFree(c_device);

  cudaFree(a_device);
  return error;
}
