// verdict: PARTIAL
// look: 13 21
// mistake: The row is computed with blockDim.x instead of blockDim.y; with blocks of 32 x 8
// threads most rows of C have no thread.
#include <gemmlab/matmul.h>

// 32 wide so that one warp is one row, 8 high => 256 threads
#define BX 32
#define BY 8

__global__ void matmul_kernel(const float* a, const float* b, float* c, int m, int n, int k)
{
  int row = blockIdx.y * blockDim.x + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;

  if (row < m && col < n)
  {
    float value = 0.0f;
    for (int e = 0; e < k; ++e)
      value += a[row * k + e] * b[e * n + col];
    c[row * n + col] = value;
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k)
{
  dim3 dimBlock(BX, BY);
  dim3 dimGrid((n + BX - 1) / BX, (m + BY - 1) / BY);
  matmul_kernel<<<dimGrid, dimBlock>>>(a, b, c, m, n, k);
}

extern "C" cudaError_t matmul_host(const float* a, const float* b, float* c, int m, int n, int k)
{
  cudaError_t error = cudaSuccess;
  float* a_device = nullptr;
  cudaMalloc(&a_device, sizeof(float) * m * k);
  float* b_device = nullptr;
  cudaMalloc(&b_device, sizeof(float) * k * n);
  float* c_device = nullptr;
  cudaMalloc(&c_device, sizeof(float) * m * n);
  cudaMemcpy(a_device, a, sizeof(float) * m * k, cudaMemcpyHostToDevice);
  cudaMemcpy(b_device, b, sizeof(float) * k * n, cudaMemcpyHostToDevice);

  matmul(a_device, b_device, c_device, m, n, k);
  error = cudaGetLastError();
  if (error == cudaSuccess)
    error = cudaMemcpy(c, c_device, sizeof(float) * m * n, cudaMemcpyDeviceToHost);

  cudaFree(c_device);
  cudaFree(b_device);
  cudaFree(a_device);
  return error;
}
