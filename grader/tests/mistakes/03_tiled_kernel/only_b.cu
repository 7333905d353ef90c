// verdict: MISSES THE POINT
// look: 23
// mistake: Only B's tile is in shared memory; A is still read from global memory for every
// product.
#include <gemmlab/matmul.h>

constexpr int kTile = 32;

// A is a broadcast anyway (all threads of a warp read the same element), so only B needs a tile
__global__ void tiled_kernel(const float* a, const float* b, float* c, int n, int k) {
  __shared__ float b_tile[kTile][kTile];

  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int row = blockIdx.y * kTile + ty;
  const int col = blockIdx.x * kTile + tx;
  float sum = 0.0f;

  for (int k0 = 0; k0 < k; k0 += kTile) {
    b_tile[ty][tx] = b[(k0 + ty) * n + col];
    __syncthreads();
    for (int p = 0; p < kTile; ++p) {
      sum += a[row * k + k0 + p] * b_tile[p][tx];
    }
    __syncthreads();
  }
  c[row * n + col] = sum;
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const dim3 block(kTile, kTile);
  const dim3 grid(n / kTile, m / kTile);
  tiled_kernel<<<grid, block>>>(a, b, c, n, k);
}
