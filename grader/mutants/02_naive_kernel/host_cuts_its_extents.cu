// verdict: LAUNCH FAILED
// suite: full
// matmul_host keeps its extents in a signed char.
#include <gemmlab/matmul.h>
__global__ void naive(const float* a, const float* b, float* c, int m, int n, int k) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < m && col < n) {
    float s = 0;
    for (int p = 0; p < k; ++p)
      s += a[row * k + p] * b[p * n + col];
    c[row * n + col] = s;
  }
}
extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  naive<<<dim3((n + 15) / 16, (m + 15) / 16), dim3(16, 16)>>>(a, b, c, m, n, k);
}
extern "C" cudaError_t matmul_host(const float* a, const float* b, float* c, int m, int n, int k) {
  float *x = 0, *y = 0, *z = 0;
  m = (signed char)m;
  n = (signed char)n;
  k = (signed char)k;
  size_t f = sizeof(float);
  cudaMalloc(&x, f * m * k);
  cudaMalloc(&y, f * k * n);
  cudaMalloc(&z, f * m * n);
  cudaMemcpy(x, a, f * m * k, cudaMemcpyHostToDevice);
  cudaMemcpy(y, b, f * k * n, cudaMemcpyHostToDevice);
  matmul(x, y, z, m, n, k);
  cudaError_t e = cudaGetLastError();
  if (e == cudaSuccess)
    e = cudaMemcpy(c, z, f * m * n, cudaMemcpyDeviceToHost);
  cudaFree(x);
  cudaFree(y);
  cudaFree(z);
  return e;
}
