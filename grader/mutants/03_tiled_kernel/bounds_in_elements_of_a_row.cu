// verdict: LAUNCH FAILED
// suite: full
// The bound follows from the template's tile, but counts one of its rows instead of all of them.
// line: 34
#include <gemmlab/matmul.h>

#define TILE_KERNEL(threads) __launch_bounds__(threads, 1) __global__ void

template <int kTile>
TILE_KERNEL(kTile)
tiled_kernel(const float* a, const float* b, float* c, int n, int k) {
  __shared__ float a_tile[kTile][kTile];
  __shared__ float b_tile[kTile][kTile];
  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int row = blockIdx.y * kTile + ty;
  const int col = blockIdx.x * kTile + tx;
  float sum = 0;
  for (int k0 = 0; k0 < k; k0 += kTile) {
    a_tile[ty][tx] = a[row * k + k0 + tx];
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
  constexpr int kSide = 32;
  const dim3 block(kSide, kSide);
  tiled_kernel<kSide><<<dim3(n / kSide, m / kSide), block>>>(a, b, c, n, k);
}
