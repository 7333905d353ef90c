// verdict: LAUNCH FAILED
// suite: full
// One block a row with n threads: a block has at most 1024.
#include <gemmlab/matmul.h>
__global__ void row_kernel(const float* a, const float* b, float* c, int n, int k) {
  const int row = blockIdx.x, col = threadIdx.x;
  float sum = 0;
  for (int i = 0; i < k; ++i)
    sum += a[row * k + i] * b[i * n + col];
  c[row * n + col] = sum;
}
extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  row_kernel<<<m, n>>>(a, b, c, n, k);
}
extern "C" cudaError_t matmul_host(const float* a, const float* b, float* c, int m, int n, int k) {
  float *x, *y, *z;
  cudaMalloc(&x, sizeof(float) * m * k);
  cudaMalloc(&y, sizeof(float) * k * n);
  cudaMalloc(&z, sizeof(float) * m * n);
  cudaMemcpy(x, a, sizeof(float) * m * k, cudaMemcpyHostToDevice);
  cudaMemcpy(y, b, sizeof(float) * k * n, cudaMemcpyHostToDevice);
  matmul(x, y, z, m, n, k);
  cudaError_t e = cudaGetLastError();
  if (e == cudaSuccess)
    e = cudaMemcpy(c, z, sizeof(float) * m * n, cudaMemcpyDeviceToHost);
  cudaFree(x);
  cudaFree(y);
  cudaFree(z);
  return e;
}
