// verdict: OUT OF BOUNDS
// look: 33
// mistake: The guard of B's rows in the rest tests tx instead of ty.
// Lab 04: whole tiles first, without tests in k, then the rest
#include <gemmlab/matmul.h>

constexpr int kTile = 32;

__global__ void guarded_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float a_tile[kTile][kTile];
  __shared__ float b_tile[kTile][kTile];

  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int row = blockIdx.y * kTile + ty;
  const int col = blockIdx.x * kTile + tx;
  const int full = k / kTile * kTile;
  const int rest = k - full;
  float sum = 0.0f;

  for (int k0 = 0; k0 < full; k0 += kTile) {
    a_tile[ty][tx] = row < m ? a[row * k + k0 + tx] : 0.0f;
    b_tile[ty][tx] = col < n ? b[(k0 + ty) * n + col] : 0.0f;
    __syncthreads();
    for (int p = 0; p < kTile; ++p) {
      sum += a_tile[ty][p] * b_tile[p][tx];
    }
    __syncthreads();
  }

  if (rest > 0) {
    a_tile[ty][tx] = row < m && tx < rest ? a[row * k + full + tx] : 0.0f;
    b_tile[ty][tx] = col < n && tx < rest ? b[(full + ty) * n + col] : 0.0f;
    __syncthreads();
    for (int p = 0; p < rest; ++p) {
      sum += a_tile[ty][p] * b_tile[p][tx];
    }
  }

  if (row < m && col < n) {
    c[row * n + col] = sum;
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const dim3 block(kTile, kTile);
  const dim3 grid((n + kTile - 1) / kTile, (m + kTile - 1) / kTile);
  guarded_kernel<<<grid, block>>>(a, b, c, m, n, k);
}
