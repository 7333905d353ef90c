// verdict: WRONG ADDRESS SPACE
// cuda: WRONG or UNFINISHED
// suite: full
// Host code sets a __constant__ variable by its name, without cudaMemcpyToSymbol.
#include <gemmlab/matmul.h>

__constant__ int sizes[4];
__global__ void matmul_kernel(const float* a, const float* b, float* c, int m, int n_, int k) {
  int n = sizes[1];
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < m && col < n) {
    float s = 0;
    for (int p = 0; p < k; ++p)
      s += a[row * k + p] * b[p * n + col];
    c[row * n + col] = s;
  }
}
extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  dim3 block(16, 16), grid((n + 15) / 16, (m + 15) / 16);
  sizes[1] = n;
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
