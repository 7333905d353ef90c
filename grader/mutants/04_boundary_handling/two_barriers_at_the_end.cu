// verdict: BARRIER DIVERGENCE
// cuda: PASSED or TIMED OUT or BARRIER DIVERGENCE
// suite: full
// At the end, threads with and without an output wait at barriers of their own: of no use, and an
// error. All else is right.
#include <gemmlab/matmul.h>
constexpr int kTile = 16;
__global__ void boundary_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float a_tile[kTile][kTile];
  __shared__ float b_tile[kTile][kTile];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * kTile + ty;
  const int col = blockIdx.x * kTile + tx;
  float sum = 0;
  for (int k0 = 0; k0 < k; k0 += kTile) {
    a_tile[ty][tx] = row < m && k0 + tx < k ? a[row * k + k0 + tx] : 0.0f;
    b_tile[ty][tx] = k0 + ty < k && col < n ? b[(k0 + ty) * n + col] : 0.0f;
    __syncthreads();
    for (int p = 0; p < kTile; ++p) {
      sum += a_tile[ty][p] * b_tile[p][tx];
    }
    __syncthreads();
  }
  if (row >= m || col >= n) {
    __syncthreads();
    return;
  }
  __syncthreads();
  c[row * n + col] = sum;
}
extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const dim3 grid((n + kTile - 1) / kTile, (m + kTile - 1) / kTile);
  boundary_kernel<<<grid, dim3(kTile, kTile)>>>(a, b, c, m, n, k);
}
