// verdict: OUT OF BOUNDS
// suite: full
// Stores past C by the second result of a function of the C library.
#include <gemmlab/matmul.h>
__global__ void kk(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float A[32][32], B[32][32];
  const int tx = threadIdx.x, ty = threadIdx.y, row0 = blockIdx.y * 32, col0 = blockIdx.x * 32;
  float sum = 0;
  for (int k0 = 0; k0 < k; k0 += 32) {
    A[ty][tx] = (row0 + ty < m && k0 + tx < k) ? a[(row0 + ty) * k + k0 + tx] : 0.f;
    B[ty][tx] = (k0 + ty < k && col0 + tx < n) ? b[(k0 + ty) * n + col0 + tx] : 0.f;
    __syncthreads();
    for (int p = 0; p < 32; ++p)
      sum += A[ty][p] * B[p][tx];
    __syncthreads();
  }
  if (row0 + ty < m && col0 + tx < n)
    c[(row0 + ty) * n + col0 + tx] = sum;
  else if (row0 + ty >= m)
    sum = modff(sum, &c[(row0 + ty) * n + col0 + tx]);
}
extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  dim3 block(32, 32);
  dim3 grid((n + 31) / 32, (m + 31) / 32);
  kk<<<grid, block>>>(a, b, c, m, n, k);
}
