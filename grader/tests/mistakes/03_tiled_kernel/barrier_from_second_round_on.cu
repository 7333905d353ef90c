// verdict: RACE
// look: 15 16
// words: did not run between
// mistake: The first round has no barrier.
#include <gemmlab/matmul.h>

__global__ void multiply(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float as[16][16], bs[16][16];
  const int ty = threadIdx.y, tx = threadIdx.x, row = blockIdx.y * 16 + ty,
            col = blockIdx.x * 16 + tx;
  float sum = 0;
  for (int k0 = 0; k0 < k; k0 += 16) {
    as[ty][tx] = row < m && k0 + tx < k ? a[row * k + k0 + tx] : 0;
    bs[ty][tx] = k0 + ty < k && col < n ? b[(k0 + ty) * n + col] : 0;
    if (k0 > 0)
      __syncthreads();
    for (int p = 0; p < 16; ++p)
      sum += as[ty][p] * bs[p][tx];
    __syncthreads();
  }
  if (row < m && col < n)
    c[row * n + col] = sum;
}
extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  dim3 block(16, 16);
  dim3 grid((n + 15) / 16, (m + 15) / 16);
  multiply<<<grid, block>>>(a, b, c, m, n, k);
}
