// verdict: WRONG
// line: 18
// diagnosis: own_elements_only, not one_tile_for_both
// A thread uses only what it loaded itself: the tiles are shared, and nobody shares them.
#include <gemmlab/matmul.h>

constexpr int kTile = 16;

__global__ void tiled_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float a_tile[kTile][kTile], b_tile[kTile][kTile];
  const int row = blockIdx.y * kTile + threadIdx.y, col = blockIdx.x * kTile + threadIdx.x;
  float sum = 0;
  for (int k0 = 0; k0 < k; k0 += kTile) {
    const int a_col = k0 + threadIdx.x, b_row = k0 + threadIdx.y;
    a_tile[threadIdx.y][threadIdx.x] = row < m && a_col < k ? a[row * k + a_col] : 0;
    b_tile[threadIdx.y][threadIdx.x] = b_row < k && col < n ? b[b_row * n + col] : 0;
    __syncthreads();
    sum += a_tile[threadIdx.y][threadIdx.x] * b_tile[threadIdx.y][threadIdx.x];
    __syncthreads();
  }
  if (row < m && col < n) {
    c[row * n + col] = sum;
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const dim3 block(kTile, kTile), grid((n + kTile - 1) / kTile, (m + kTile - 1) / kTile);
  tiled_kernel<<<grid, block>>>(a, b, c, m, n, k);
}
