// verdict: OUT OF BOUNDS
// look: 31 32
// words: col < n|col0 + tx < n|column|next row|right edge|right of|both
// mistake: the guard of the store tests only the row, so threads right of the last column write into the next row or past the end of C
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
    const bool inside_a = row0 + ty < m && k0 + tx < k;
    const bool inside_b = k0 + ty < k && col0 + tx < n;
    a_tile[ty][tx] = inside_a ? a[(row0 + ty) * k + (k0 + tx)] : 0.0f;
    b_tile[ty][tx] = inside_b ? b[(k0 + ty) * n + (col0 + tx)] : 0.0f;
    __syncthreads();
    for (int p = 0; p < kTile; ++p) {
      sum += a_tile[ty][p] * b_tile[p][tx];
    }
    __syncthreads();
  }

  if (row0 + ty < m) {
    c[(row0 + ty) * n + (col0 + tx)] = sum;
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const dim3 block(kTile, kTile);
  const dim3 grid((n + kTile - 1) / kTile, (m + kTile - 1) / kTile);
  guarded_kernel<<<grid, block>>>(a, b, c, m, n, k);
}
