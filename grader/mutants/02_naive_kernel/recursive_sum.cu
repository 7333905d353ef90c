// verdict: OUT OF BOUNDS
// suite: full
// The sum calls itself k times: a GPU's thread has a small stack.
#include <gemmlab/matmul.h>

__device__ float dot(const float* a, const float* b, int p, int k, int n) {
  if (p == k)
    return 0.f;
  float r = dot(a, b, p + 1, k, n);
  return r + a[p] * b[p * n];
}
__global__ void matmul_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < m && col < n)
    c[row * n + col] = dot(a + row * k, b + col, 0, k, n);
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
