// verdict: WRONG
// look: 20 21 22 23
// words: zero|clamp|last element|several times|more than once|repeat|again|min(|duplicate|twice
// mistake: past the end of k the index is clamped to the last element instead of filling with zero, so the last product is added several times
#include <gemmlab/matmul.h>

constexpr int kTile = 32;

__global__ void guarded_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float a_tile[kTile][kTile];
  __shared__ float b_tile[kTile][kTile];
  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int row = blockIdx.y * kTile + ty;
  const int col = blockIdx.x * kTile + tx;
  const int safe_row = min(row, m - 1);
  const int safe_col = min(col, n - 1);
  float sum = 0.0f;
  for (int k0 = 0; k0 < k; k0 += kTile) {
    const int a_col = min(k0 + tx, k - 1);
    const int b_row = min(k0 + ty, k - 1);
    a_tile[ty][tx] = a[safe_row * k + a_col];
    b_tile[ty][tx] = b[b_row * n + safe_col];
    __syncthreads();
    for (int p = 0; p < kTile; ++p) {
      sum += a_tile[ty][p] * b_tile[p][tx];
    }
    __syncthreads();
  }
  if (row < m && col < n) {
    c[row * n + col] = sum;
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const dim3 block(kTile, kTile);
  const dim3 grid((n + kTile - 1) / kTile, (m + kTile - 1) / kTile);
  guarded_kernel<<<grid, block>>>(a, b, c, m, n, k);
}
