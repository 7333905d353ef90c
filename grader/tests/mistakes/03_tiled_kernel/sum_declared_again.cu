// verdict: WRONG
// look: 25 32
// mistake: A second variable sum is declared inside the phase loop and hides the outer one, so
// the stored sum is always 0.
// Lab 03, share a tile: the threads of a block load each element once and all of them use it.
#include <gemmlab/matmul.h>

constexpr int kTile = 32;  // a tile is kTile x kTile: 4 kB, and a warp is one row of it

__global__ void tiled_kernel(const float* a, const float* b, float* c, int n, int k) {
  __shared__ float a_tile[kTile][kTile];  // [kTile, kTile] of A, from row row0 and column k0
  __shared__ float b_tile[kTile][kTile];  // [kTile, kTile] of B, from row k0 and column col0

  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int row0 = blockIdx.y * kTile;  // where the block's tile of C begins
  const int col0 = blockIdx.x * kTile;
  float sum = 0.0f;

  for (int k0 = 0; k0 < k; k0 += kTile) {
    a_tile[ty][tx] = a[(row0 + ty) * k + k0 + tx];
    b_tile[ty][tx] = b[(k0 + ty) * n + col0 + tx];
    __syncthreads();

    float sum = 0.0f;
    for (int p = 0; p < kTile; ++p) {
      sum += a_tile[ty][p] * b_tile[p][tx];
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
