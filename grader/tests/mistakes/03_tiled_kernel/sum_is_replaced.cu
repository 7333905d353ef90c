// verdict: WRONG
// look: 29
// mistake: each phase replaces the sum instead of adding to it; a function computes the part.
#include <gemmlab/matmul.h>

constexpr int kTile = 32;

__device__ float tile_dot(const float x[kTile][kTile], const float y[kTile][kTile], int r, int c) {
  float part = 0.0f;
  for (int p = 0; p < kTile; ++p) {
    part += x[r][p] * y[p][c];
  }
  return part;
}

__global__ void tiled_kernel(const float* a, const float* b, float* c, int n, int k) {
  __shared__ float a_tile[kTile][kTile];
  __shared__ float b_tile[kTile][kTile];
  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int row0 = blockIdx.y * kTile;
  const int col0 = blockIdx.x * kTile;
  float sum = 0.0f;

  for (int k0 = 0; k0 < k; k0 += kTile) {
    a_tile[ty][tx] = a[(row0 + ty) * k + (k0 + tx)];
    b_tile[ty][tx] = b[(k0 + ty) * n + (col0 + tx)];
    __syncthreads();
    sum = tile_dot(a_tile, b_tile, ty, tx);
    __syncthreads();
  }
  c[(row0 + ty) * n + col0 + tx] = sum;
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const dim3 block(kTile, kTile);
  const dim3 grid(n / kTile, m / kTile);
  tiled_kernel<<<grid, block>>>(a, b, c, n, k);
}
