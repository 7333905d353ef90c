// verdict: BARRIER DIVERGENCE
// cuda: TIMED OUT or WRONG
// One guard around everything: threads outside of C load nothing for the others, and never come to
// the barriers.
#include <gemmlab/matmul.h>

constexpr int kTile = 16;

// C = A * B, one element of C per thread, operands staged tile by tile.
//   a [m, k], b [k, n], c [m, n]   fp32, row-major, packed, device memory; c overlaps neither
//   grid (ceil(n/kTile), ceil(m/kTile)), block (kTile, kTile), 2 kB of shared memory
//   any m, n, k >= 1; the launch does not wait; the caller checks for launch errors
__global__ void tiled_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float a_tile[kTile][kTile];  // [16, 16] of A, from this block's rows and column k0
  __shared__ float b_tile[kTile][kTile];  // [16, 16] of B, from row k0 and this block's columns
  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int row = blockIdx.y * kTile + ty;
  const int col = blockIdx.x * kTile + tx;
  float sum = 0.0f;
  if (row < m && col < n) {
    for (int k0 = 0; k0 < k; k0 += kTile) {
      a_tile[ty][tx] = k0 + tx < k ? a[row * k + k0 + tx] : 0.0f;
      b_tile[ty][tx] = k0 + ty < k ? b[(k0 + ty) * n + col] : 0.0f;
      __syncthreads();  // waits for threads that never come
      for (int p = 0; p < kTile; ++p) {
        sum += a_tile[ty][p] * b_tile[p][tx];
      }
      __syncthreads();
    }
    c[row * n + col] = sum;
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const dim3 grid((n + kTile - 1) / kTile, (m + kTile - 1) / kTile);
  tiled_kernel<<<grid, dim3(kTile, kTile)>>>(a, b, c, m, n, k);
}
