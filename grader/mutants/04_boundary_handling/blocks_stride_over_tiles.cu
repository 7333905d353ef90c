// verdict: PASSED
// suite: full
// Right but unusual: at most 1056 blocks in one dimension take the tiles of C in turns.
#include <gemmlab/matmul.h>

constexpr int kTile = 16;

__global__ void persistent_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float a_tile[kTile][kTile];
  __shared__ float b_tile[kTile][kTile];
  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int tiles_x = (n + kTile - 1) / kTile;
  const int tiles_y = (m + kTile - 1) / kTile;
  for (int tile = blockIdx.x; tile < tiles_x * tiles_y; tile += gridDim.x) {
    const int row = tile / tiles_x * kTile + ty;
    const int col = tile % tiles_x * kTile + tx;
    float sum = 0;
    for (int k0 = 0; k0 < k; k0 += kTile) {
      a_tile[ty][tx] = row < m && k0 + tx < k ? a[row * k + k0 + tx] : 0;
      b_tile[ty][tx] = k0 + ty < k && col < n ? b[(k0 + ty) * n + col] : 0;
      __syncthreads();
      for (int i = 0; i < kTile; ++i) {
        sum += a_tile[ty][i] * b_tile[i][tx];
      }
      __syncthreads();
    }
    if (row < m && col < n) {
      c[row * n + col] = sum;
    }
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const int tiles = ((n + kTile - 1) / kTile) * ((m + kTile - 1) / kTile);
  persistent_kernel<<<min(tiles, 1056), dim3(kTile, kTile)>>>(a, b, c, m, n, k);
}
