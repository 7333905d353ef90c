// verdict: WRONG
// diagnosis: blocks_swapped, not part_wrong, not phases_overlap, not tile_origin_missing
// diagnosis: not row_and_column_swapped, not threads_swapped
// Takes A's rows by blockIdx.x, and everything else as it should be.
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
    const int a_row = blockIdx.x * kTile + ty;
    a_tile[ty][tx] = a_row < m && k0 + tx < k ? a[a_row * k + k0 + tx] : 0;
    b_tile[ty][tx] = k0 + ty < k && col < n ? b[(k0 + ty) * n + col] : 0;
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
