// verdict: LOW PRECISION
// suite: full
// Tiles of bfloat16: numbers are rounded as they are staged.
#include <cuda_bf16.h>
#include <gemmlab/matmul.h>

constexpr int kTile = 16;

__global__ void tiled_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ __nv_bfloat16 a_tile[kTile][kTile], b_tile[kTile][kTile];
  const int ty = threadIdx.y, tx = threadIdx.x;
  const int row = blockIdx.y * kTile + ty, col = blockIdx.x * kTile + tx;
  float sum = 0;
  for (int k0 = 0; k0 < k; k0 += kTile) {
    a_tile[ty][tx] = row < m && k0 + tx < k ? a[row * k + k0 + tx] : 0.0f;
    b_tile[ty][tx] = k0 + ty < k && col < n ? b[(k0 + ty) * n + col] : 0.0f;
    __syncthreads();
    for (int p = 0; p < kTile; ++p) {
      sum += float(a_tile[ty][p]) * float(b_tile[p][tx]);
    }
    __syncthreads();
  }
  if (row < m && col < n) {
    c[row * n + col] = sum;
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const dim3 grid((n + kTile - 1) / kTile, (m + kTile - 1) / kTile);
  tiled_kernel<<<grid, dim3(kTile, kTile)>>>(a, b, c, m, n, k);
}
