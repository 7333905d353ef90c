// verdict: OUT OF BOUNDS
// look: 40
// words: order|swap|exchange|m, n, k|n and k|k and n|argument
// mistake: matmul_host passes the extents as m, k, n although matmul expects m, n, k
#include <gemmlab/matmul.h>

constexpr int kBlock = 32;

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
  const dim3 block(kBlock, kBlock);
  const dim3 grid((n + kBlock - 1) / kBlock, (m + kBlock - 1) / kBlock);
  naive_kernel<<<grid, block>>>(a, b, c, m, n, k);
}

static size_t bytes(int rows, int cols) { return sizeof(float) * rows * cols; }

extern "C" cudaError_t matmul_host(const float* a, const float* b, float* c, int m, int n, int k) {
  cudaError_t error = cudaSuccess;
  float* a_device = nullptr;
  float* b_device = nullptr;
  float* c_device = nullptr;
  cudaMalloc(&a_device, bytes(m, k));
  cudaMalloc(&b_device, bytes(k, n));
  cudaMalloc(&c_device, bytes(m, n));
  cudaMemcpy(a_device, a, bytes(m, k), cudaMemcpyHostToDevice);
  cudaMemcpy(b_device, b, bytes(k, n), cudaMemcpyHostToDevice);

  matmul(a_device, b_device, c_device, m, k, n);
  error = cudaGetLastError();
  if (error == cudaSuccess)
    error = cudaMemcpy(c, c_device, bytes(m, n), cudaMemcpyDeviceToHost);

  cudaFree(a_device);
  cudaFree(b_device);
  cudaFree(c_device);
  return error;
}
