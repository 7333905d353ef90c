// Barrier divergence, step 3: lab 02's guard goes around loads and barrier. Threads outside of C
// skip it, and meet the others at the barrier after the products.
#include <gemmlab/matmul.h>

constexpr int kTile = 16;

// C = A * B, one element of C per thread, operands staged tile by tile.
//   a [m, k], b [k, n], c [m, n]   fp32, row-major, packed, device memory; c overlaps neither
//   grid (ceil(n/kTile), ceil(m/kTile)), block (kTile, kTile), 2 kB of shared memory
//   meant for any m, n, k >= 1, right for multiples of kTile; asynchronous on the default stream
__global__ void tiled_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float a_tile[kTile][kTile];  // [16, 16] of A, from row row0 and column k0
  __shared__ float b_tile[kTile][kTile];  // [16, 16] of B, from row k0 and column col0
  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int row = blockIdx.y * kTile + ty;
  const int col = blockIdx.x * kTile + tx;
  float sum = 0.0f;

  for (int k0 = 0; k0 < k; k0 += kTile) {
    if (row < m && col < n) {
      a_tile[ty][tx] = k0 + tx < k ? a[row * k + k0 + tx] : 0.0f;
      b_tile[ty][tx] = k0 + ty < k ? b[(k0 + ty) * n + col] : 0.0f;
      __syncthreads();  // waits for threads that have no element of C, and do not come here
    }
    for (int p = 0; p < kTile; ++p) {
      sum += a_tile[ty][p] * b_tile[p][tx];
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
  tiled_kernel<<<grid, block>>>(a, b, c, m, n, k);
}
