// verdict: UNINITIALISED
// look: 21 22
// mistake: Places of the tiles without an element are not filled with 0: they keep garbage or the
// previous phase's element.
// Lab 04, any size: lab 03's kernel, made correct where a tile extends past the edge of a matrix.
#include <gemmlab/matmul.h>

constexpr int kTile = 32;  // a tile is kTile x kTile: 4 kB, and a warp is one row of it

__global__ void guarded_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float ta[kTile][kTile];  // [kTile, kTile] of A, from row row0 and column k0
  __shared__ float tb[kTile][kTile];  // [kTile, kTile] of B, from row k0 and column col0

  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int row = blockIdx.y * kTile + ty;
  const int col = blockIdx.x * kTile + tx;
  float sum = 0.0f;

  for (int k0 = 0; k0 < k; k0 += kTile) {  // ceil(k/kTile) rounds; the last may be partial
    if (row < m && k0 + tx < k) ta[ty][tx] = a[row * k + k0 + tx];
    if (k0 + ty < k && col < n) tb[ty][tx] = b[(k0 + ty) * n + col];
    __syncthreads();  // waits for all threads, also those outside of C: no guard around a barrier

    for (int p = 0; p < kTile; ++p) {
      sum += ta[ty][p] * tb[p][tx];
    }
    __syncthreads();  // waits until all threads have read: the next round overwrites the tiles
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
