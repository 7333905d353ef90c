// verdict: WRONG
// look: 33
// mistake: A product is left out if its second factor is 0; the first may be infinity.
// words: leaves out a product
// Lab 04, any size: lab 03's kernel, made correct where a tile extends past the edge of a matrix.
#include <gemmlab/matmul.h>

constexpr int kTile = 32;  // a tile is kTile x kTile: 4 kB, and a warp is one row of it

// C = A * B, one element of C per thread, operands staged tile by tile.
//   a [m, k], b [k, n], c [m, n]   fp32, row-major, packed, device memory; c overlaps neither
//   grid (ceil(n/kTile), ceil(m/kTile)), block (kTile, kTile), 8 kB of shared memory
//   any m, n, k >= 1; the launch does not wait; the caller checks for launch errors
__global__ void guarded_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float a_tile[kTile][kTile];  // [kTile, kTile] of A, from row row0 and column k0
  __shared__ float b_tile[kTile][kTile];  // [kTile, kTile] of B, from row k0 and column col0

  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int row0 = blockIdx.y * kTile;  // where the block's tile of C begins
  const int col0 = blockIdx.x * kTile;
  float sum = 0.0f;

  for (int k0 = 0; k0 < k; k0 += kTile) {  // ceil(k/kTile) phases; the last may be partial
    const bool inside_a = row0 + ty < m && k0 + tx < k;
    const bool inside_b = k0 + ty < k && col0 + tx < n;
    a_tile[ty][tx] = inside_a ? a[(row0 + ty) * k + (k0 + tx)] : 0.0f;
    b_tile[ty][tx] = inside_b ? b[(k0 + ty) * n + (col0 + tx)] : 0.0f;
    __syncthreads();  // waits for all threads, also those outside of C: no guard around a barrier

    for (int p = 0; p < kTile; ++p) {
      const float b_value = b_tile[p][tx];
      if (b_value == 0) continue;
      sum += a_tile[ty][p] * b_value;
    }
    __syncthreads();  // waits until all threads have read: the next phase overwrites the tiles
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
