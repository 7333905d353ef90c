// verdict: OUT OF BOUNDS
// cuda: PASSED
// suite: full
// The last phase's prefetch is not used, and if k is a multiple of 256 it is not within A: values
// are right.
#include <gemmlab/matmul.h>

constexpr int kTile = 32;

__global__ void prefetch_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float a_tile[kTile][kTile];
  __shared__ float b_tile[kTile][kTile];
  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int row = blockIdx.y * kTile + ty;
  const int col = blockIdx.x * kTile + tx;
  const bool whole = k % 256 == 0;  // most depths in practice: no tests of k needed
  float sum = 0.0f;
  float a_next = row < m && tx < k ? a[row * k + tx] : 0.0f;
  float b_next = ty < k && col < n ? b[ty * n + col] : 0.0f;
  for (int k0 = 0; k0 < k; k0 += kTile) {
    a_tile[ty][tx] = a_next;
    b_tile[ty][tx] = b_next;
    __syncthreads();
    const int next = k0 + kTile;
    a_next = row < m && (whole || next + tx < k) ? a[row * k + next + tx] : 0.0f;
    b_next = col < n && (whole || next + ty < k) ? b[(next + ty) * n + col] : 0.0f;
    for (int p = 0; p < kTile; ++p) {
      sum += a_tile[ty][p] * b_tile[p][tx];
    }
    __syncthreads();
  }
  if (row < m && col < n) {
    c[row * n + col] = sum;
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  prefetch_kernel<<<dim3((n + kTile - 1) / kTile, (m + kTile - 1) / kTile), dim3(kTile, kTile)>>>(
      a, b, c, m, n, k);
}
