// verdict: OUT OF BOUNDS
// look: 38 42
// mistake: C is never allocated on the device: the kernel stores through a null pointer.
// Lab 02, one thread, one output: the two outer loops of lab 01 become a grid of threads.
#include <gemmlab/matmul.h>
#include <cstdio>

constexpr int kBlock = 16;  // a block is kBlock x kBlock threads: 256, and at most 1024 are allowed

// C = A * B, one element of C per thread, operands straight from global memory.
__global__ void naive_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;

  if (row < m && col < n) {
    float acc = 0.0f;
    for (int e = 0; e < k; e++)
      acc += a[row * k + e] * b[e * n + col];
    c[row * n + col] = acc;
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

  cudaMemcpy(a_device, a, m * k * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(b_gpu, b, k * n * sizeof(float), cudaMemcpyHostToDevice);
  matmul(a_device, b_gpu, c_gpu, m, n, k);
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
