// verdict: OUT OF BOUNDS
// look: 20
// mistake: The guard of A says k0 + tx <= k: one column too many is read.
// Lab 04, any size: lab 03's kernel, made correct where a tile extends past the edge of a matrix.
#include <gemmlab/matmul.h>

constexpr int kTile = 32;  // a tile is kTile x kTile: 4 kB, and a warp is one row of it

__global__ void guarded_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float a_tile[kTile][kTile];  // [kTile, kTile] of A, from row row0 and column k0
  __shared__ float b_tile[kTile][kTile];  // [kTile, kTile] of B, from row k0 and column col0

  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int myRow = blockIdx.y * kTile + ty;
  const int myCol = blockIdx.x * kTile + tx;
  float sum = 0.0f;

  for (int k0 = 0; k0 < k; k0 += kTile) {  // ceil(k/kTile) rounds; the last may be partial
    a_tile[ty][tx] = (myRow < m && k0 + tx <= k) ? a[myRow * k + k0 + tx] : 0.0f;
    b_tile[ty][tx] = (k0 + ty < k && myCol < n) ? b[(k0 + ty) * n + myCol] : 0.0f;
    __syncthreads();  // waits for all threads, also those outside of C: no guard around a barrier

    for (int p = 0; p < kTile; ++p) {
      sum += a_tile[ty][p] * b_tile[p][tx];
    }
    __syncthreads();  // waits until all threads have read: the next round overwrites the tiles
  }

  if (myRow < m && myCol < n) {
    c[myRow * n + myCol] = sum;
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const dim3 block(kTile, kTile);
  const dim3 grid((n + kTile - 1) / kTile, (m + kTile - 1) / kTile);
  guarded_kernel<<<grid, block>>>(a, b, c, m, n, k);
}
