// verdict: OUT OF BOUNDS
// look: 16 17
// mistake: blockIdx.x and blockIdx.y are exchanged in the origin of the tile while the grid has n
// in x: right for square C only.
// Lab 03, share a tile: the threads of a block load each element once and all of them use it.
#include <gemmlab/matmul.h>

constexpr int kTile = 32;  // a tile is kTile x kTile: 4 kB, and a warp is one row of it

__global__ void tiled_kernel(const float* a, const float* b, float* c, int n, int k) {
  __shared__ float a_tile[kTile][kTile];  // [kTile, kTile] of A, from row rowStart and column k0
  __shared__ float b_tile[kTile][kTile];  // [kTile, kTile] of B, from row k0 and column colStart

  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int rowStart = blockIdx.x * kTile;  // where the block's tile of C begins
  const int colStart = blockIdx.y * kTile;
  float sum = 0.0f;

  for (int k0 = 0; k0 < k; k0 += kTile) {
    a_tile[ty][tx] = a[(rowStart + ty) * k + k0 + tx];
    b_tile[ty][tx] = b[(k0 + ty) * n + colStart + tx];
    __syncthreads();

    for (int p = 0; p < kTile; ++p) {
      sum += a_tile[ty][p] * b_tile[p][tx];
    }
    __syncthreads();
  }

  c[(rowStart + ty) * n + colStart + tx] = sum;
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const dim3 block(kTile, kTile);
  const dim3 grid(n / kTile, m / kTile);
  tiled_kernel<<<grid, block>>>(a, b, c, n, k);
}
