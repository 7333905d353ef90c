// verdict: WRONG
// look: 18 24
// words: transpos|[ty][tx]|[tx][ty]|swap|exchange|place (ty, tx)|indices
// mistake: the element of A is stored at [tx][ty] of the tile but read as if it were at [ty][tx]
#include <gemmlab/matmul.h>

constexpr int kTile = 32;

__global__ void tiled_kernel(const float* a, const float* b, float* c, int n, int k) {
  __shared__ float a_tile[kTile][kTile];
  __shared__ float b_tile[kTile][kTile];
  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const float* a_from = a + (blockIdx.y * kTile + ty) * k + tx;
  const float* b_from = b + ty * n + blockIdx.x * kTile + tx;
  float sum = 0.0f;
  for (int k0 = 0; k0 < k; k0 += kTile) {
    a_tile[tx][ty] = *a_from;
    b_tile[ty][tx] = *b_from;
    a_from += kTile;
    b_from += kTile * n;
    __syncthreads();
    for (int p = 0; p < kTile; ++p) {
      sum += a_tile[ty][p] * b_tile[p][tx];
    }
    __syncthreads();
  }
  c[(blockIdx.y * kTile + ty) * n + blockIdx.x * kTile + tx] = sum;
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const dim3 block(kTile, kTile);
  const dim3 grid(n / kTile, m / kTile);
  tiled_kernel<<<grid, block>>>(a, b, c, n, k);
}
