// verdict: WRONG
// diagnosis: clamped_past_k, not tile_not_zero_filled, not wrapped_past_k, not phase_repeated
// Loads the nearest element instead of 0 past every edge, so that the last of k counts several
// times: who knows textures that clamp.
#include <gemmlab/matmul.h>

constexpr int kTile = 16;

__global__ void tiled_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float a_tile[kTile][kTile];
  __shared__ float b_tile[kTile][kTile];
  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int row = blockIdx.y * kTile + ty;
  const int col = blockIdx.x * kTile + tx;
  float sum = 0;
  for (int k0 = 0; k0 < k; k0 += kTile) {
    a_tile[ty][tx] = a[min(row, m - 1) * k + min(k0 + tx, k - 1)];
    b_tile[ty][tx] = b[min(k0 + ty, k - 1) * n + min(col, n - 1)];
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
  tiled_kernel<<<grid, dim3(kTile, kTile)>>>(a, b, c, m, n, k);
}
