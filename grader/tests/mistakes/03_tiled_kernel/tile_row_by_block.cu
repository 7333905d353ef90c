// verdict: RACE
// look: 18
// words: No barrier helps: ty is missing
// mistake: A row of the tile is taken by the number of the block.
#include <gemmlab/matmul.h>

constexpr int kTile = 16;

__global__ void multiply(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float a_tile[kTile][kTile];
  __shared__ float b_tile[kTile][kTile];
  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int row = blockIdx.y * kTile + ty;
  const int col = blockIdx.x * kTile + tx;
  float sum = 0;
  for (int k0 = 0; k0 < k; k0 += kTile) {
    a_tile[blockIdx.y % kTile][tx] = a[row * k + k0 + tx];
    b_tile[ty][tx] = b[(k0 + ty) * n + col];
    __syncthreads();
    for (int i = 0; i < kTile; ++i) {
      sum += a_tile[ty][i] * b_tile[i][tx];
    }
    __syncthreads();
  }
  c[row * n + col] = sum;
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  multiply<<<dim3(n / kTile, m / kTile), dim3(kTile, kTile)>>>(a, b, c, m, n, k);
}
