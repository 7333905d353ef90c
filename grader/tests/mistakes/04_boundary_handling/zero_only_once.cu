// verdict: WRONG
// look: 19 20 23 26
// words: zero|previous phase|old element|old value|stale|left over|leftover|every phase|each phase|still hold
// mistake: the tiles are set to zero only once before the phases, so in the last phase places without an element still hold those of the previous phase
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

  a_tile[ty][tx] = 0.0f;
  b_tile[ty][tx] = 0.0f;

  for (int k0 = 0; k0 < k; k0 += kTile) {
    if (row0 + ty < m && k0 + tx < k) {
      a_tile[ty][tx] = a[(row0 + ty) * k + (k0 + tx)];
    }
    if (k0 + ty < k && col0 + tx < n) {
      b_tile[ty][tx] = b[(k0 + ty) * n + (col0 + tx)];
    }
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
