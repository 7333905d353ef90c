// verdict: BARRIER DIVERGENCE
// suite: full
// Half of the threads load A and half B, and each half has a barrier of its own: they must be
// the same one.
// line: 23
#include <gemmlab/matmul.h>

constexpr int kTile = 16;

__global__ void tiled_kernel(const float* a, const float* b, float* c, int n, int k) {
  __shared__ float a_tile[kTile][kTile];
  __shared__ float b_tile[kTile][kTile];
  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int row = blockIdx.y * kTile + ty;
  const int col = blockIdx.x * kTile + tx;
  float sum = 0;
  for (int k0 = 0; k0 < k; k0 += kTile) {
    const int y = ty % 8 * 2;
    if (ty < 8) {
      a_tile[y][tx] = a[(row - ty + y) * k + k0 + tx];
      a_tile[y + 1][tx] = a[(row - ty + y + 1) * k + k0 + tx];
      __syncthreads();
    } else {
      b_tile[y][tx] = b[(k0 + y) * n + col];
      b_tile[y + 1][tx] = b[(k0 + y + 1) * n + col];
      __syncthreads();
    }
    for (int i = 0; i < kTile; ++i) {
      sum += a_tile[ty][i] * b_tile[i][tx];
    }
    __syncthreads();
  }
  c[row * n + col] = sum;
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  tiled_kernel<<<dim3(n / kTile, m / kTile), dim3(kTile, kTile)>>>(a, b, c, n, k);
}
