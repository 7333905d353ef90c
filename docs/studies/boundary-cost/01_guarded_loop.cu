// Boundary cost, step 1: the inner loop ends where the matrices end, so the tiles need no zeros.
#include <gemmlab/matmul.h>

constexpr int kTile = 32;  // a tile is kTile x kTile: 4 kB, and a warp is one row of it

// C = A * B, one element of C per thread, operands staged tile by tile.
//   a [m, k], b [k, n], c [m, n]   fp32, row-major, packed, device memory; c overlaps neither
//   grid (ceil(n/kTile), ceil(m/kTile)), block (kTile, kTile), 8 kB of shared memory
//   any m, n, k >= 1; the launch does not wait; the caller checks for launch errors
__global__ void guarded_loop_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float a_tile[kTile][kTile];  // [32, 32] of A, from row row0 and column k0
  __shared__ float b_tile[kTile][kTile];  // [32, 32] of B, from row k0 and column col0
  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int row = blockIdx.y * kTile + ty;
  const int col = blockIdx.x * kTile + tx;
  float sum = 0.0f;

  for (int k0 = 0; k0 < k; k0 += kTile) {
    const int depth = min(kTile, k - k0);
    if (row < m && tx < depth) {
      a_tile[ty][tx] = a[row * k + k0 + tx];
    }
    if (ty < depth && col < n) {
      b_tile[ty][tx] = b[(k0 + ty) * n + col];
    }
    __syncthreads();  // waits for all threads, also those outside of C: no guard around a barrier
    if (row < m && col < n) {
      for (int p = 0; p < depth; ++p) {
        sum += a_tile[ty][p] * b_tile[p][tx];
      }
    }
    __syncthreads();  // waits until all threads have read: the next phase overwrites the tiles
  }
  if (row < m && col < n) {
    c[row * n + col] = sum;
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const dim3 block(kTile, kTile);
  const dim3 grid((n + kTile - 1) / kTile, (m + kTile - 1) / kTile);
  guarded_loop_kernel<<<grid, block>>>(a, b, c, m, n, k);
}
