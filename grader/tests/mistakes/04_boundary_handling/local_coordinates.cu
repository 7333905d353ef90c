// verdict: OUT OF BOUNDS
// look: 32 33
// mistake: The store's guard tests the place in the block's tile instead of the row and column of
// C, so threads past the edge store too.
#include <gemmlab/matmul.h>

constexpr int kTile = 32;

__global__ void guarded_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float a_tile[kTile][kTile];
  __shared__ float b_tile[kTile][kTile];

  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int row0 = blockIdx.y * kTile;
  const int col0 = blockIdx.x * kTile;
  float sum = 0.0f;

  for (int k0 = 0; k0 < k; k0 += kTile) {
    a_tile[ty][tx] = 0.0f;
    b_tile[ty][tx] = 0.0f;
    if (row0 + ty < m and k0 + tx < k) a_tile[ty][tx] = a[(row0 + ty) * k + (k0 + tx)];
    if (k0 + ty < k and col0 + tx < n) b_tile[ty][tx] = b[(k0 + ty) * n + (col0 + tx)];
    __syncthreads();

    for (int p = 0; p < kTile; ++p) {
      sum += a_tile[ty][p] * b_tile[p][tx];
    }
    __syncthreads();
  }

  if (ty < m and tx < n) {
    c[(row0 + ty) * n + (col0 + tx)] = sum;
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const dim3 block(kTile, kTile);
  const dim3 grid((n + kTile - 1) / kTile, (m + kTile - 1) / kTile);
  guarded_kernel<<<grid, block>>>(a, b, c, m, n, k);
}
