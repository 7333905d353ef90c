// verdict: OUT OF BOUNDS
// look: 13 14 17 19
// mistake: The thread's number is split with m instead of n, the length of C's rows: right for
// square matrices only.
#include <gemmlab/matmul.h>

constexpr int threads_per_block = 128;

// one-dimensional version: thread id -> (row, col)
__global__ void naive_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  const int id = blockIdx.x * threads_per_block + threadIdx.x;
  if (id >= m * n) return;
  const int row = id / m;
  const int col = id % m;
  float sum = 0.0f;
  for (int p = 0; p < k; ++p) {
    sum += a[row * k + p] * b[p * n + col];
  }
  c[row * n + col] = sum;
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const int total = m * n;
  naive_kernel<<<(total + threads_per_block - 1) / threads_per_block, threads_per_block>>>(a, b, c, m, n, k);
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
  cudaFree(c_device);
  cudaFree(b_device);

  cudaFree(a_device);
  return error;
}
