// verdict: LAUNCH FAILED
// look: 7 22
// words: 1024|1,024|too many threads|too large|4096|4,096|maximum|configuration
// mistake: a block of 64 x 64 has 4096 threads but at most 1024 are allowed, so the launch fails
#include <gemmlab/matmul.h>

constexpr int kBlock = 64;

__global__ void naive_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  int x = threadIdx.x + blockIdx.x * kBlock;
  int y = threadIdx.y + blockIdx.y * kBlock;
  if (y >= m || x >= n) return;
  const float* a_row = a + y * k;
  float acc = 0;
  for (int i = 0; i < k; i++) {
    acc += a_row[i] * b[i * n + x];
  }
  c[y * n + x] = acc;
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  dim3 threads(kBlock, kBlock, 1);
  dim3 blocks((n + kBlock - 1) / kBlock, (m + kBlock - 1) / kBlock, 1);
  naive_kernel<<<blocks, threads>>>(a, b, c, m, n, k);
}

extern "C" cudaError_t matmul_host(const float* a, const float* b, float* c, int m, int n, int k) {
  const size_t bytes_a = (size_t)m * k * sizeof(float);
  const size_t bytes_b = (size_t)k * n * sizeof(float);
  const size_t bytes_c = (size_t)m * n * sizeof(float);
  float *d_a = nullptr, *d_b = nullptr, *d_c = nullptr;
  cudaMalloc((void**)&d_a, bytes_a);
  cudaMalloc((void**)&d_b, bytes_b);
  cudaMalloc((void**)&d_c, bytes_c);
  cudaMemcpy(d_a, a, bytes_a, cudaMemcpyHostToDevice);
  cudaMemcpy(d_b, b, bytes_b, cudaMemcpyHostToDevice);

  matmul(d_a, d_b, d_c, m, n, k);
  cudaError_t error = cudaGetLastError();
  if (error == cudaSuccess) error = cudaDeviceSynchronize();
  if (error == cudaSuccess) error = cudaMemcpy(c, d_c, bytes_c, cudaMemcpyDeviceToHost);

  cudaFree(d_a);
  cudaFree(d_b);
  cudaFree(d_c);
  return error;
}
