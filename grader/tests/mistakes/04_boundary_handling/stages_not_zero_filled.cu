// verdict: UNINITIALISED
// look: 16 17
// words: store 0 (else)
// mistake: With two stages, the guard of B's load has no else.
#include <gemmlab/matmul.h>

__global__ void multiply(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float as[2][16][17], bs[2][16][17];
  int s = 0;
  const int ty = threadIdx.y, tx = threadIdx.x, row = blockIdx.y * 16 + ty,
            col = blockIdx.x * 16 + tx;
  float sum = 0;
  for (int k0 = 0; k0 < k; k0 += 16) {
    as[s][ty][tx] = row < m && k0 + tx < k ? a[row * k + k0 + tx] : 0;
    const bool in_b = k0 + ty < k && col < n;
    if (in_b) {
      bs[s][ty][tx] = b[(k0 + ty) * n + col];
    }
    __syncthreads();
    for (int p = 0; p < 16; ++p)
      sum += as[s][ty][p] * bs[s][p][tx];
    s ^= 1;
  }
  if (row < m && col < n)
    c[row * n + col] = sum;
}
extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  dim3 block(16, 16);
  dim3 grid((n + 15) / 16, (m + 15) / 16);
  multiply<<<grid, block>>>(a, b, c, m, n, k);
}
