// verdict: BARRIER DIVERGENCE
// look: 20 24
// mistake: One guard is around the whole loop with its barriers: threads outside C load nothing
// and skip the barriers.
// Lab 04, any size: lab 03's kernel, made correct where a tile extends past the edge of a matrix.
#include <gemmlab/matmul.h>

constexpr int kTile = 32;  // a tile is kTile x kTile: 4 kB, and a warp is one row of it

__global__ void guarded_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float a_tile[kTile][kTile];  // [kTile, kTile] of A, from row row0 and column kk
  __shared__ float b_tile[kTile][kTile];  // [kTile, kTile] of B, from row kk and column col0

  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int row = blockIdx.y * kTile + ty;
  const int col = blockIdx.x * kTile + tx;
  float sum = 0.0f;

  if (row < m && col < n) {
    for (int kk = 0; kk < k; kk += kTile) {  // ceil(k/kTile) rounds; the last may be partial
      a_tile[ty][tx] = (row < m && kk + tx < k) ? a[row * k + kk + tx] : 0.0f;
      b_tile[ty][tx] = (kk + ty < k && col < n) ? b[(kk + ty) * n + col] : 0.0f;
      __syncthreads();

      for (int i = 0; i < kTile; ++i) {
        sum += a_tile[ty][i] * b_tile[i][tx];
      }
      __syncthreads();
    }
    c[row * n + col] = sum;
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const dim3 block(kTile, kTile);
  const dim3 grid((n + kTile - 1) / kTile, (m + kTile - 1) / kTile);
  guarded_kernel<<<grid, block>>>(a, b, c, m, n, k);
}
