// verdict: LOW PRECISION
// suite: full
// Rounds what it puts into the tiles to the 11 bits of half precision: close, but not fp32.
#include <gemmlab/matmul.h>

__device__ float to_half_precision(float x) {
  const unsigned bits = __float_as_uint(x);
  return __uint_as_float((bits + 0xfff + ((bits >> 13) & 1)) & 0xffffe000u);
}

constexpr int kTile = 16;

__global__ void tiled_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float a_tile[kTile][kTile];
  __shared__ float b_tile[kTile][kTile];
  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int row = blockIdx.y * kTile + ty;
  const int col = blockIdx.x * kTile + tx;
  float sum = 0;
  for (int k0 = 0; k0 < k; k0 += kTile) {
    const bool inside_a = row < m && k0 + tx < k;
    const bool inside_b = k0 + ty < k && col < n;
    a_tile[ty][tx] = inside_a ? to_half_precision(a[row * k + k0 + tx]) : 0;
    b_tile[ty][tx] = inside_b ? to_half_precision(b[(k0 + ty) * n + col]) : 0;
    __syncthreads();
    for (int i = 0; i < kTile; ++i) {
      sum += a_tile[ty][i] * b_tile[i][tx];
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
