// verdict: LAUNCH FAILED
// suite: full
// __launch_bounds__ was left at the 256 threads of smaller tiles: a GPU refuses blocks of 1024.
// line: 32
#include <gemmlab/matmul.h>

constexpr int kTile = 32;

__global__ void __launch_bounds__(256)
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
  const dim3 block(kTile, kTile);
  tiled_kernel<<<dim3(n / kTile, m / kTile), block>>>(a, b, c, n, k);
}
