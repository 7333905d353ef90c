// verdict: WRONG
// diagnosis: right_only_in_one_block, not last_tile_wrong, not shifted_by_one
// diagnosis: not tile_origin_missing
// The tiles of A and B begin kTile + 1 apart, those of C kTile: who pads the wrong thing.
#include <gemmlab/matmul.h>

constexpr int kTile = 16;

__global__ void guarded_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float a_tile[kTile][kTile];
  __shared__ float b_tile[kTile][kTile];
  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int row = blockIdx.y * kTile + ty;
  const int col = blockIdx.x * kTile + tx;
  float sum = 0;
  for (int k0 = 0; k0 < k; k0 += kTile) {
    const int a_row = blockIdx.y * (kTile + 1) + ty;
    a_tile[ty][tx] = a_row < m && k0 + tx < k ? a[a_row * k + k0 + tx] : 0;
    const int b_col = blockIdx.x * (kTile + 1) + tx;
    b_tile[ty][tx] = k0 + ty < k && b_col < n ? b[(k0 + ty) * n + b_col] : 0;
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
