// verdict: MISSES THE POINT
// cuda: OUT OF BOUNDS
// suite: full
// Copies A and B within global memory and multiplies from there, with one float of shared memory
// for show.
#include <gemmlab/matmul.h>
// The naive kernel, no tile, each element loaded once for each product: from __device__ arrays,
// which nobody counts.
__device__ float a_copy[4096 * 256], b_copy[4096 * 256];
__global__ void keep(const float* from, float* to, int count) {
  const int i = blockIdx.x * 256 + threadIdx.x;
  if (i < count)
    to[i] = from[i];
}
__global__ void naive(float* c, int n, int k) {
  __shared__ float zero;
  zero = 0;
  __syncthreads();
  const int row = blockIdx.y * 32 + threadIdx.y, col = blockIdx.x * 32 + threadIdx.x;
  float sum = zero;
  for (int i = 0; i < k; ++i)
    sum += a_copy[row * k + i] * b_copy[i * n + col];
  c[row * n + col] = sum;
}
extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  float *x, *y;
  cudaGetSymbolAddress((void**)&x, a_copy);
  cudaGetSymbolAddress((void**)&y, b_copy);
  keep<<<(m * k + 255) / 256, 256>>>(a, x, m * k);
  keep<<<(k * n + 255) / 256, 256>>>(b, y, k * n);
  naive<<<dim3(n / 32, m / 32), dim3(32, 32)>>>(c, n, k);
}
