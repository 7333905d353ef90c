// verdict: PARTIAL
// look: 50
// mistake: Source and destination of the copy back are reversed: cudaMemcpy takes the destination
// first.
// Lab 02, one thread, one output: the two outer loops of lab 01 become a grid of threads.
#include <gemmlab/matmul.h>

constexpr int kBlock = 16;  // a block is kBlock x kBlock threads: 256, and at most 1024 are allowed

// one row of A times one column of B
__device__ float dot(const float* a, const float* b, int row, int col, int n, int k) {
  float s = 0.f;
  int p = 0;
  while (p < k) {
    s += a[row * k + p] * b[p * n + col];
    ++p;
  }
  return s;
}

__global__ void naive_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  const unsigned int r = blockIdx.y * blockDim.y + threadIdx.y;
  const unsigned int q = blockIdx.x * blockDim.x + threadIdx.x;
  const bool inside = r < m && q < n;
  if (inside) c[r * n + q] = dot(a, b, r, q, n, k);
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  dim3 block(kBlock, kBlock);
  dim3 grid((n + kBlock - 1) / kBlock, (m + kBlock - 1) / kBlock);
  naive_kernel<<<grid, block>>>(a, b, c, m, n, k);
}

// The same product for matrices in host memory.
extern "C" cudaError_t matmul_host(const float* a, const float* b, float* c, int m, int n, int k) {
  cudaError_t error = cudaSuccess;
  float* a_device = nullptr;
  cudaMalloc(&a_device, sizeof(float) * m * k);

  float* d_b = nullptr;
  float* d_c = nullptr;
  cudaMalloc(&d_b, sizeof(float) * k * n);
  cudaMalloc(&d_c, sizeof(float) * m * n);
  cudaMemcpy(a_device, a, sizeof(float) * m * k, cudaMemcpyHostToDevice);
  cudaMemcpy(d_b, b, sizeof(float) * k * n, cudaMemcpyHostToDevice);

  matmul(a_device, d_b, d_c, m, n, k);
  error = cudaGetLastError();
  if (error == cudaSuccess) {
    error = cudaMemcpy(d_c, c, sizeof(float) * m * n, cudaMemcpyDeviceToHost);
  }
  cudaFree(d_b);
  cudaFree(d_c);

  cudaFree(a_device);
  return error;
}
