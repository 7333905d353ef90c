// verdict: PARTIAL
// look: 17 26
// mistake: managed memory is read without a wait for the kernel that writes it.
// words: cudaDeviceSynchronize
#include <gemmlab/matmul.h>

__global__ void kern(const float* a, const float* b, float* c, int m, int n, int k) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < m && col < n) {
    float s = 0;
    for (int p = 0; p < k; ++p) s += a[row * k + p] * b[p * n + col];
    c[row * n + col] = s;
  }
}
extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  dim3 block(16, 16), grid((n + 15) / 16, (m + 15) / 16);
  kern<<<grid, block>>>(a, b, c, m, n, k);
}
extern "C" cudaError_t matmul_host(const float* a, const float* b, float* c, int m, int n, int k) {
  float *ma, *mb, *mc;
  cudaMallocManaged(&ma, sizeof(float) * m * k);
  cudaMallocManaged(&mb, sizeof(float) * k * n);
  cudaMallocManaged(&mc, sizeof(float) * m * n);
  for (int i = 0; i < m * k; ++i) ma[i] = a[i];
  for (int i = 0; i < k * n; ++i) mb[i] = b[i];
  matmul(ma, mb, mc, m, n, k);
  cudaError_t error = cudaGetLastError();
  for (int i = 0; i < m * n; ++i) c[i] = mc[i];
  cudaFree(ma);
  cudaFree(mb);
  cudaFree(mc);
  return error;
}
