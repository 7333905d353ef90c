// verdict: PASSED
// suite: full
// Right but unusual: blocks of 256 threads in one dimension, tiles of 16 x 16 as flat arrays.
#include <gemmlab/matmul.h>

constexpr int kTile = 16;

__global__ void tiled_kernel(const float* a, const float* b, float* c, int n, int k) {
  __shared__ float a_tile[kTile * kTile];
  __shared__ float b_tile[kTile * kTile];
  const int tx = threadIdx.x % kTile;
  const int ty = threadIdx.x / kTile;
  const int row = blockIdx.x / (n / kTile) * kTile + ty;
  const int col = blockIdx.x % (n / kTile) * kTile + tx;
  float sum = 0;
  for (int k0 = 0; k0 < k; k0 += kTile) {
    a_tile[threadIdx.x] = a[row * k + k0 + tx];
    b_tile[threadIdx.x] = b[(k0 + ty) * n + col];
    __syncthreads();
    for (int i = 0; i < kTile; ++i) {
      sum += a_tile[ty * kTile + i] * b_tile[i * kTile + tx];
    }
    __syncthreads();
  }
  c[row * n + col] = sum;
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  tiled_kernel<<<(m / kTile) * (n / kTile), kTile * kTile>>>(a, b, c, n, k);
}
