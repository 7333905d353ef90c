// verdict: PARTIAL
// look: 25
// words: swap|exchange|x is|x belongs|x counts|x runs|wrong order|order of|grid.x|grid.y|n in x|columns in x|n columns|m rows|grid too small|not cover
// mistake: the grid has the blocks for m in x and those for n in y, but the kernel uses x for columns and y for rows
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
  const int blocks_m = (m + kBlock - 1) / kBlock;
  const int blocks_n = (n + kBlock - 1) / kBlock;
  const dim3 grid(blocks_m, blocks_n);
  naive_kernel<<<grid, block>>>(a, b, c, m, n, k);
}

static float* to_device(const float* host, int rows, int cols) {
  float* device = nullptr;
  cudaMalloc(&device, sizeof(float) * rows * cols);
  cudaMemcpy(device, host, sizeof(float) * rows * cols, cudaMemcpyHostToDevice);
  return device;
}

extern "C" cudaError_t matmul_host(const float* a, const float* b, float* c, int m, int n, int k) {
  cudaError_t error = cudaSuccess;
  float* a_device = to_device(a, m, k);
  float* b_device = to_device(b, k, n);
  float* c_device = nullptr;
  cudaMalloc(&c_device, sizeof(float) * m * n);
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
