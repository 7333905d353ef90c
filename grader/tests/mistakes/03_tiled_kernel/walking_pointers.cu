// verdict: WRONG
// look: 24 26
// mistake: B's pointer advances by kTile elements per phase, as A's does, instead of by kTile
// rows of n elements.
#include <gemmlab/matmul.h>

constexpr int kTile = 32;

__global__ void tiled_kernel(const float* a, const float* b, float* c, int n, int k) {
  __shared__ float a_tile[kTile][kTile + 1];
  __shared__ float b_tile[kTile][kTile + 1];

  const int tx = threadIdx.x;
  const int ty = threadIdx.y;

  // move the pointers to this block's strips, so that the loop has no index arithmetic
  a += blockIdx.y * kTile * k + ty * k + tx;
  b += blockIdx.x * kTile + ty * n + tx;
  c += blockIdx.y * kTile * n + blockIdx.x * kTile + ty * n + tx;

  float sum = 0.0f;
  for (int phase = k / kTile; phase > 0; --phase) {
    a_tile[ty][tx] = *a;
    b_tile[ty][tx] = *b;
    a += kTile;
    b += kTile;
    __syncthreads();
    for (int p = 0; p < kTile; ++p) {
      sum += a_tile[ty][p] * b_tile[p][tx];
    }
    __syncthreads();
  }
  *c = sum;
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const dim3 block(kTile, kTile);
  const dim3 grid(n / kTile, m / kTile);
  tiled_kernel<<<grid, block>>>(a, b, c, n, k);
}
