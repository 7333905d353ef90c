// verdict: OUT OF BOUNDS
// look: 20 26 27
// words: k0 + ty|k0+ty|ty instead of tx|tx instead of ty|row of b|rows of b|ty belongs|not the same|differ
// mistake: the same test k0 + tx < k guards both loads, but the row of B is k0 + ty
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
    const bool in_depth = k0 + tx < k;
    float a_value = 0.0f;
    float b_value = 0.0f;
    if (row0 + ty < m && in_depth) {
      a_value = a[(row0 + ty) * k + (k0 + tx)];
    }
    if (col0 + tx < n && in_depth) {
      b_value = b[(k0 + ty) * n + (col0 + tx)];
    }
    a_tile[ty][tx] = a_value;
    b_tile[ty][tx] = b_value;
    __syncthreads();
    for (int p = 0; p < kTile; ++p) {
      sum += a_tile[ty][p] * b_tile[p][tx];
    }
    __syncthreads();
  }

  const int row = row0 + ty;
  const int col = col0 + tx;
  if (row < m && col < n) {
    c[row * n + col] = sum;
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const dim3 block(kTile, kTile);
  const dim3 grid((n + kTile - 1) / kTile, (m + kTile - 1) / kTile);
  guarded_kernel<<<grid, block>>>(a, b, c, m, n, k);
}
