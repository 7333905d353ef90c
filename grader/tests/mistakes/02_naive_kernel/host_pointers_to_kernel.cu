// verdict: WRONG ADDRESS SPACE
// look: 44
// mistake: matmul_host passes its host pointers a, b and c to matmul instead of the device
// pointers.
// Lab 02, one thread, one output: the two outer loops of lab 01 become a grid of threads.
#include <gemmlab/matmul.h>
#include <cstdio>

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
  naive_kernel<<<grid, block>>>(a, b, c, m, n, k);
}

extern "C" cudaError_t matmul_host(const float* a, const float* b, float* c, int m, int n, int k) {
  cudaError_t error = cudaSuccess;
  float* a_device = nullptr;
  cudaMalloc(&a_device, sizeof(float) * m * k);

  // B
  float* b_gpu = nullptr;
  cudaMalloc(&b_gpu, k * n * sizeof(float));
  // C
  float* c_gpu = nullptr;
  cudaMalloc(&c_gpu, m * n * sizeof(float));

  cudaMemcpy(a_device, a, m * k * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(b_gpu, b, k * n * sizeof(float), cudaMemcpyHostToDevice);
  matmul(a, b, c, m, n, k);
  error = cudaGetLastError();
  if (error != cudaSuccess) {
    printf("launch: %s\n", cudaGetErrorString(error));
  } else {
    error = cudaMemcpy(c, c_gpu, m * n * sizeof(float), cudaMemcpyDeviceToHost);
  }
  cudaFree(b_gpu);
  cudaFree(c_gpu);

  cudaFree(a_device);
  return error;
}
