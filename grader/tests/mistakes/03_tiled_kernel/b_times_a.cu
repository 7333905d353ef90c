// verdict: WRONG
// look: 26
// mistake: The tiles are multiplied in the wrong order: a row of B's tile times a column of A's,
// which is B * A.
// Lab 03, share a tile: the threads of a block load each element once and all of them use it.
#include <gemmlab/matmul.h>

constexpr int kTile = 32;  // a tile is kTile x kTile: 4 kB, and a warp is one row of it

__global__ void tiled_kernel(const float* a, const float* b, float* c, int n, int k) {
  __shared__ float ta[kTile][kTile];  // [kTile, kTile] of A, from row row0 and column k0
  __shared__ float tb[kTile][kTile];  // [kTile, kTile] of B, from row k0 and column col0

  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int row0 = blockIdx.y * kTile;  // where the block's tile of C begins
  const int col0 = blockIdx.x * kTile;
  float sum = 0.0f;

  for (int k0 = 0; k0 < k; k0 += kTile) {
    ta[ty][tx] = a[(row0 + ty) * k + k0 + tx];
    tb[ty][tx] = b[(k0 + ty) * n + col0 + tx];
    __syncthreads();

    for (int p = 0; p < kTile; ++p) {
      sum += tb[ty][p] * ta[p][tx];
    }
    __syncthreads();
  }

  c[(row0 + ty) * n + col0 + tx] = sum;
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const dim3 block(kTile, kTile);
  const dim3 grid(n / kTile, m / kTile);
  tiled_kernel<<<grid, block>>>(a, b, c, n, k);
}
