// verdict: RACE
// line: 11
// suite: full
// B's tile begins in the middle of A's.
#include <gemmlab/matmul.h>

constexpr int kTile = 16;

__global__ void tiled_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  extern __shared__ float memory[];
  float *a_tile = memory, *b_tile = memory + kTile * kTile / 2;
  const int row = blockIdx.y * kTile + threadIdx.y, col = blockIdx.x * kTile + threadIdx.x;
  float sum = 0;
  for (int k0 = 0; k0 < k; k0 += kTile) {
    const int a_col = k0 + threadIdx.x, b_row = k0 + threadIdx.y;
    a_tile[threadIdx.y * kTile + threadIdx.x] = row < m && a_col < k ? a[row * k + a_col] : 0;
    b_tile[threadIdx.y * kTile + threadIdx.x] = b_row < k && col < n ? b[b_row * n + col] : 0;
    __syncthreads();
    for (int p = 0; p < kTile; ++p) {
      sum += a_tile[threadIdx.y * kTile + p] * b_tile[p * kTile + threadIdx.x];
    }
    __syncthreads();
  }
  if (row < m && col < n) {
    c[row * n + col] = sum;
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const dim3 block(kTile, kTile), grid((n + kTile - 1) / kTile, (m + kTile - 1) / kTile);
  tiled_kernel<<<grid, block, 2 * kTile * kTile * sizeof(float)>>>(a, b, c, m, n, k);
}
