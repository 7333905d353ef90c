// verdict: OUT OF BOUNDS
// cuda: WRONG
// suite: full
// Reads the fifth of four factors in device memory.
#include <gemmlab/matmul.h>
__device__ float one[4] = {1, 1, 1, 1};
__device__ float next_one = 1.0f;
__global__ void kern(const float* a, const float* b, float* c, int m, int n, int k) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= m || col >= n)
    return;
  float sum = 0;
  for (int p = 0; p < k; ++p)
    sum += a[row * k + p] * b[p * n + col] * one[p % 5 == 4 ? 4 : 0];
  c[row * n + col] = sum;
}
extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  dim3 block(16, 16);
  dim3 grid((n + block.x - 1) / block.x, (m + block.y - 1) / block.y);
  kern<<<grid, block>>>(a, b, c, m, n, k);
}

extern "C" cudaError_t matmul_host(const float* a, const float* b, float* c, int m, int n, int k) {
  float *da, *db, *dc;
  cudaError_t e;
  cudaMalloc(&da, sizeof(float) * m * k);
  cudaMalloc(&db, sizeof(float) * k * n);
  cudaMalloc(&dc, sizeof(float) * m * n);
  cudaMemcpy(da, a, sizeof(float) * m * k, cudaMemcpyHostToDevice);
  cudaMemcpy(db, b, sizeof(float) * k * n, cudaMemcpyHostToDevice);
  matmul(da, db, dc, m, n, k);
  e = cudaGetLastError();
  if (e == cudaSuccess)
    e = cudaMemcpy(c, dc, sizeof(float) * m * n, cudaMemcpyDeviceToHost);
  cudaFree(da);
  cudaFree(db);
  cudaFree(dc);
  return e;
}
