// verdict: WRONG
// diagnosis: stale_tiles, not k0_missing, not part_of_each_phase, not every_other_product
// Loads two stages in turns and reads the first one always, so every second phase is an old one.
#include <gemmlab/matmul.h>

constexpr int kTile = 16;

__global__ void tiled_kernel(const float* a, const float* b, float* c, int n, int k) {
  __shared__ float a_tile[2][kTile][kTile];
  __shared__ float b_tile[2][kTile][kTile];
  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int row = blockIdx.y * kTile + ty;
  const int col = blockIdx.x * kTile + tx;
  float sum = 0;
  int stage = 0;
  for (int k0 = 0; k0 < k; k0 += kTile) {
    a_tile[stage][ty][tx] = a[row * k + k0 + tx];
    b_tile[stage][ty][tx] = b[(k0 + ty) * n + col];
    __syncthreads();
    for (int i = 0; i < kTile; ++i) {
      sum += a_tile[0][ty][i] * b_tile[0][i][tx];
    }
    __syncthreads();
    stage = 1 - stage;
  }
  c[row * n + col] = sum;
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  tiled_kernel<<<dim3(n / kTile, m / kTile), dim3(kTile, kTile)>>>(a, b, c, n, k);
}
