// verdict: WRONG ADDRESS SPACE
// cuda: CRASHED
// suite: full
// A kernel cannot change __constant__ memory.
#include <gemmlab/matmul.h>

__constant__ float one[4] = {0, 0, 1, 0};
__global__ void matmul_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  float* w = (float*)one;
  w[1] = 1.f;
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < m && col < n) {
    float s = 0;
    for (int p = 0; p < k; ++p)
      s += a[row * k + p] * b[p * n + col];
    c[row * n + col] = s * one[2];
  }
}
extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  dim3 block(16, 16), grid((n + 15) / 16, (m + 15) / 16);
  matmul_kernel<<<grid, block>>>(a, b, c, m, n, k);
}

extern "C" cudaError_t matmul_host(const float* a, const float* b, float* c, int m, int n, int k) {
  float *da, *db, *dc;
  size_t sa = sizeof(float) * m * k, sb = sizeof(float) * k * n, sc = sizeof(float) * m * n;
  cudaMalloc(&da, sa);
  cudaMalloc(&db, sb);
  cudaMalloc(&dc, sc);
  cudaMemcpy(da, a, sa, cudaMemcpyHostToDevice);
  cudaMemcpy(db, b, sb, cudaMemcpyHostToDevice);
  matmul(da, db, dc, m, n, k);
  cudaError_t e = cudaGetLastError();
  cudaMemcpy(c, dc, sc, cudaMemcpyDeviceToHost);
  cudaFree(da);
  cudaFree(db);
  cudaFree(dc);
  return e;
}
