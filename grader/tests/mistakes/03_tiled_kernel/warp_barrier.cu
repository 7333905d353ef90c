// verdict: RACE
// look: 21 22 26
// mistake: __syncwarp() is used where all warps of the block must wait after loading: it orders
// one warp only.
#include <gemmlab/matmul.h>

constexpr int kTile = 32;

__global__ void tiled_kernel(const float* a, const float* b, float* c, int n, int k) {
  __shared__ float a_tile[kTile][kTile];
  __shared__ float b_tile[kTile][kTile];

  const int lane = threadIdx.x;   // a warp is one row of the tile
  const int warp = threadIdx.y;
  const int row0 = blockIdx.y * kTile;
  const int col0 = blockIdx.x * kTile;
  float sum = 0.0f;

  for (int k0 = 0; k0 < k; k0 += kTile) {
    a_tile[warp][lane] = a[(row0 + warp) * k + (k0 + lane)];
    b_tile[warp][lane] = b[(k0 + warp) * n + (col0 + lane)];
    __syncwarp();  // cheaper than __syncthreads

    #pragma unroll
    for (int p = 0; p < kTile; ++p)
      sum += a_tile[warp][p] * b_tile[p][lane];
    __syncthreads();
  }

  c[(row0 + warp) * n + (col0 + lane)] = sum;
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  tiled_kernel<<<dim3(n / kTile, m / kTile), dim3(kTile, kTile)>>>(a, b, c, n, k);
}
