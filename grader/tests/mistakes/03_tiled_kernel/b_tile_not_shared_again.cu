// verdict: NOT FINITE
// look: 11
// words: __shared__|shared|private|own copy|local memory|local array|its own
// mistake: __shared__ is missing at b_tile, so each thread has its own private tile of which it fills only one element
#include <gemmlab/matmul.h>

constexpr int kTile = 32;

__global__ void tiled_kernel(const float* a, const float* b, float* c, int n, int k) {
  __shared__ float a_tile[kTile][kTile];
  float b_tile[kTile][kTile];

  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int row = blockIdx.y * kTile + ty;
  const int col = blockIdx.x * kTile + tx;
  float result = 0.0f;

  for (int first = 0; first < k; first += kTile) {
    a_tile[ty][tx] = a[row * k + (first + tx)];
    b_tile[ty][tx] = b[(first + ty) * n + col];
    __syncthreads();
    for (int i = 0; i < kTile; i++) {
      result += a_tile[ty][i] * b_tile[i][tx];
    }
    __syncthreads();
  }
  c[row * n + col] = result;
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const dim3 block(kTile, kTile);
  const dim3 grid(n / kTile, m / kTile);
  tiled_kernel<<<grid, block>>>(a, b, c, n, k);
}
