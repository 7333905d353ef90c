// verdict: UNINITIALISED
// look: 15
// words: store 0 (else)
// mistake: In dynamic shared memory, the guard of A's load has no else.
#include <gemmlab/matmul.h>

__global__ void multiply(const float* a, const float* b, float* c, int m, int n, int k) {
  extern __shared__ float tiles[];
  float* as = tiles;
  float* bs = tiles + 256;
  const int ty = threadIdx.y, tx = threadIdx.x, row = blockIdx.y * 16 + ty,
            col = blockIdx.x * 16 + tx;
  float sum = 0;
  for (int k0 = 0; k0 < k; k0 += 16) {
    if (row < m && k0 + tx < k)
      as[ty * 16 + tx] = a[row * k + k0 + tx];
    bs[ty * 16 + tx] = k0 + ty < k && col < n ? b[(k0 + ty) * n + col] : 0;
    __syncthreads();
    for (int p = 0; p < 16; ++p)
      sum += as[ty * 16 + p] * bs[p * 16 + tx];
    __syncthreads();
  }
  if (row < m && col < n)
    c[row * n + col] = sum;
}
extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  dim3 block(16, 16);
  dim3 grid((n + 15) / 16, (m + 15) / 16);
  multiply<<<grid, block, 512 * sizeof(float)>>>(a, b, c, m, n, k);
}
