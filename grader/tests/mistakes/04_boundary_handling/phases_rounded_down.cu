// verdict: WRONG
// look: 21 22
// words: round|last phase|last tile|partial|remainder|ktile - 1|ceil|integer division|rest of k|multiple
// mistake: the number of phases k / kTile is rounded down, so the partial last tile is never added
#include <gemmlab/matmul.h>

constexpr int kTile = 32;

__device__ float fetch(const float* x, int row, int col, int rows, int cols) {
  return row < rows && col < cols ? x[row * cols + col] : 0.0f;
}

__global__ void guarded_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float a_tile[kTile][kTile];
  __shared__ float b_tile[kTile][kTile];
  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int row = blockIdx.y * kTile + ty;
  const int col = blockIdx.x * kTile + tx;
  float sum = 0.0f;
  const int phases = k / kTile;
  for (int t = 0; t < phases; ++t) {
    a_tile[ty][tx] = fetch(a, row, t * kTile + tx, m, k);
    b_tile[ty][tx] = fetch(b, t * kTile + ty, col, k, n);
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
