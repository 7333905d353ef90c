// verdict: WRONG ADDRESS SPACE
// look: 35 37
// mistake: matmul runs the loops of lab 01 on the host over device pointers instead of launching
// the kernel.
// Lab 02, one thread, one output: the two outer loops of lab 01 become a grid of threads.
#include <gemmlab/matmul.h>
#include <cstdio>

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
  // go over all elements of C
  for (int row = 0; row < m; ++row) {
    for (int col = 0; col < n; ++col) {
      float sum = 0.0f;
      for (int p = 0; p < k; ++p) {
        sum += a[row * k + p] * b[p * n + col];
      }
      c[row * n + col] = sum;
    }
  }
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
