// verdict: PASSED
// cuda: PASSED or TOO SLOW
// suite: full
// Right: a thread's eight outputs are neighbours in a row, so that its stores are scattered, once.
#include <gemmlab/matmul.h>

constexpr int kTile = 64, kDepth = 16, kOutputs = 8;

__global__ void neighbours(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float a_tile[kTile][kDepth + 1], b_tile[kDepth][kTile];
  const int tx = threadIdx.x, ty = threadIdx.y, thread = ty * blockDim.x + tx;
  const int row0 = blockIdx.y * kTile, col0 = blockIdx.x * kTile,
            threads = kTile * kTile / kOutputs;
  float sums[kOutputs] = {};
  for (int k0 = 0; k0 < k; k0 += kDepth) {
    for (int i = thread; i < kTile * kDepth; i += threads) {
      const int a_row = row0 + i / kDepth, a_col = k0 + i % kDepth;
      const int b_row = k0 + i / kTile, b_col = col0 + i % kTile;
      a_tile[i / kDepth][i % kDepth] = a_row < m && a_col < k ? a[a_row * k + a_col] : 0;
      b_tile[i / kTile][i % kTile] = b_row < k && b_col < n ? b[b_row * n + b_col] : 0;
    }
    __syncthreads();
    for (int p = 0; p < kDepth; ++p) {
      const float from_a = a_tile[ty][p];
      for (int i = 0; i < kOutputs; ++i) {
        sums[i] += from_a * b_tile[p][tx * kOutputs + i];
      }
    }
    __syncthreads();
  }
  for (int i = 0; i < kOutputs; ++i) {
    const int row = row0 + ty, col = col0 + tx * kOutputs + i;
    if (row < m && col < n) {
      c[row * n + col] = sums[i];
    }
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const dim3 grid((n + kTile - 1) / kTile, (m + kTile - 1) / kTile);
  neighbours<<<grid, dim3(kTile / kOutputs, kTile)>>>(a, b, c, m, n, k);
}
