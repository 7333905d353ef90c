// verdict: WRONG
// diagnosis: tile_not_zero_filled, not clamped_past_k, not stale_tiles, not last_tile_wrong
// Sets the tiles to 0 once, and later leaves alone what has no element: the last phase finds the
// one before.
#include <gemmlab/matmul.h>

constexpr int kTile = 16;

__global__ void guarded_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float a_tile[kTile][kTile];
  __shared__ float b_tile[kTile][kTile];
  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int row = blockIdx.y * kTile + ty;
  const int col = blockIdx.x * kTile + tx;
  a_tile[ty][tx] = 0;
  b_tile[ty][tx] = 0;
  float sum = 0;
  for (int k0 = 0; k0 < k; k0 += kTile) {
    if (row < m && k0 + tx < k) {
      a_tile[ty][tx] = a[row * k + k0 + tx];
    }
    if (k0 + ty < k && col < n) {
      b_tile[ty][tx] = b[(k0 + ty) * n + col];
    }
    __syncthreads();
    for (int i = 0; i < kTile; ++i) {
      sum += a_tile[ty][i] * b_tile[i][tx];
    }
    __syncthreads();
  }
  if (row < m && col < n) {
    c[row * n + col] = sum;
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const dim3 grid((n + kTile - 1) / kTile, (m + kTile - 1) / kTile);
  guarded_kernel<<<grid, dim3(kTile, kTile)>>>(a, b, c, m, n, k);
}
