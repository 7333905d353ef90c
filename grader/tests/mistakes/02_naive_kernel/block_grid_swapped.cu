// verdict: LAUNCH FAILED
// look: 28
// not: leave gaps
// mistake: The launch says <<<block, grid>>>: 16 x 16 blocks of ceil(n/16) x ceil(m/16) threads.
// It looks right for small matrices and fails to launch when the block has more than 1024
// threads.
// Lab 02, one thread, one output: the two outer loops of lab 01 become a grid of threads.
#include <gemmlab/matmul.h>

constexpr int kBlock = 16;  // a block is kBlock x kBlock threads: 256, and at most 1024 are allowed

// C = A * B, one element of C per thread, operands straight from global memory.
__global__ void naive_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;

  if (row < m && col < n) {
    float sum = 0.0f;
    for (int p = 0; p < k; p++)
      sum += a[row * k + p] * b[p * n + col];
    c[row * n + col] = sum;
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  dim3 block(kBlock, kBlock);
  dim3 grid((n + kBlock - 1) / kBlock, (m + kBlock - 1) / kBlock);
  naive_kernel<<<block, grid>>>(a, b, c, m, n, k);
}

// The same product for matrices in host memory.
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
