// verdict: RACE
// look: 19
// words: `now` changes at line
// not: a barrier is missing
// mistake: The index of the buffer changes between the store to it and the read.
#include <gemmlab/matmul.h>

constexpr int kTile = 16;

__global__ void multiply(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float a_tile[2][kTile][kTile], b_tile[2][kTile][kTile];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * kTile + ty, col = blockIdx.x * kTile + tx;
  int now = 0;
  float sum = 0;
  for (int k0 = 0; k0 < k; k0 += kTile) {
    a_tile[now][ty][tx] = row < m && k0 + tx < k ? a[row * k + k0 + tx] : 0;
    b_tile[now][ty][tx] = k0 + ty < k && col < n ? b[(k0 + ty) * n + col] : 0;
    now = 1 - now;
    __syncthreads();
    for (int p = 0; p < kTile; ++p) {
      sum += a_tile[now][ty][p] * b_tile[now][p][tx];
    }
  }
  if (row < m && col < n) {
    c[row * n + col] = sum;
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const dim3 grid((n + kTile - 1) / kTile, (m + kTile - 1) / kTile);
  multiply<<<grid, dim3(kTile, kTile)>>>(a, b, c, m, n, k);
}
