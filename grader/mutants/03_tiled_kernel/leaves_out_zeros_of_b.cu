// verdict: WRONG
// diagnosis: infinity_spread
// Leaves out the products with zeros of B: right for all finite inputs, but infinity times 0 is
// NaN.
#include <gemmlab/matmul.h>

constexpr int kTile = 16;

__global__ void tiled_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float a_tile[kTile][kTile];
  __shared__ float b_tile[kTile][kTile];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * kTile + ty, col = blockIdx.x * kTile + tx;
  float sum = 0.0f;
  for (int k0 = 0; k0 < k; k0 += kTile) {
    a_tile[ty][tx] = a[row * k + k0 + tx];
    b_tile[ty][tx] = b[(k0 + ty) * n + col];
    __syncthreads();
    for (int p = 0; p < kTile; ++p) {
      if (b_tile[p][tx] == 0.0f)
        continue;
      sum += a_tile[ty][p] * b_tile[p][tx];
    }
    __syncthreads();
  }
  c[row * n + col] = sum;
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  tiled_kernel<<<dim3(n / kTile, m / kTile), dim3(kTile, kTile)>>>(a, b, c, m, n, k);
}
