// verdict: OUT OF BOUNDS
// look: 25
// words: ktile|tile's width|width of the tile|width of a tile|outside the tile|outside of the tile|past the tile|past the end|only 32|to k|p < k|beyond
// mistake: the loop over the tile runs to k instead of kTile and leaves the tiles
#include <gemmlab/matmul.h>

constexpr int kTile = 32;

__global__ void tiled_kernel(const float* a, const float* b, float* c, int n, int k) {
  __shared__ float a_tile[kTile][kTile];
  __shared__ float b_tile[kTile][kTile];

  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int row0 = blockIdx.y * kTile;
  const int col0 = blockIdx.x * kTile;
  float sum = 0.0f;

  for (int k0 = 0; k0 < k; k0 += kTile) {
    const int a_index = (row0 + ty) * k + k0 + tx;
    const int b_index = (k0 + ty) * n + col0 + tx;
    a_tile[ty][tx] = a[a_index];
    b_tile[ty][tx] = b[b_index];
    __syncthreads();
    for (int p = 0; p < k; ++p) {
      sum += a_tile[ty][p] * b_tile[p][tx];
    }
    __syncthreads();
  }

  c[(row0 + ty) * n + (col0 + tx)] = sum;
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const dim3 block(kTile, kTile);
  const dim3 grid(n / kTile, m / kTile);
  tiled_kernel<<<grid, block>>>(a, b, c, n, k);
}
