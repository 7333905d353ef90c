// verdict: PARTIAL
// look: 10 11
// words: griddim|blockdim|threads of a block|threads per block|block's width|width of a block|size of a block|block size|same row|same element|overlap
// mistake: the block index is multiplied by gridDim (number of blocks) instead of blockDim (threads of a block)
#include <gemmlab/matmul.h>

constexpr int kBlock = 16;

__global__ void naive_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  const int row = blockIdx.y * gridDim.y + threadIdx.y;
  const int col = blockIdx.x * gridDim.x + threadIdx.x;
  if (row < m && col < n) {
    float value = 0.0f;
    for (int p = 0; p < k; ++p) {
      value += a[row * k + p] * b[p * n + col];
    }
    c[row * n + col] = value;
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const dim3 block(kBlock, kBlock);
  const dim3 grid((n + kBlock - 1) / kBlock, (m + kBlock - 1) / kBlock);
  naive_kernel<<<grid, block>>>(a, b, c, m, n, k);
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
  cudaFree(b_device);
  cudaFree(c_device);

  cudaFree(a_device);
  return error;
}
