// verdict: PASSED
// cuda: PASSED or TOO SLOW
// suite: full
// Right: 8 x 8 neighbouring sums a thread, tiles of 128 x 128, threads in one dimension. Its stores
// are scattered, which a short k makes look worse than it is.
#include <gemmlab/matmul.h>

constexpr int kTile = 128, kDepth = 8, kSums = 8, kThreads = kTile * kTile / (kSums * kSums);

__global__ void neighbours(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float a_tile[kTile][kDepth], b_tile[kDepth][kTile];
  const int row0 = blockIdx.y * kTile, col0 = blockIdx.x * kTile;
  const int row = threadIdx.x / (kTile / kSums) * kSums,
            col = threadIdx.x % (kTile / kSums) * kSums;
  float sums[kSums][kSums] = {};
  for (int k0 = 0; k0 < k; k0 += kDepth) {
    for (int i = threadIdx.x; i < kTile * kDepth; i += kThreads) {
      const int a_row = row0 + i / kDepth, a_col = k0 + i % kDepth;
      const int b_row = k0 + i / kTile, b_col = col0 + i % kTile;
      a_tile[i / kDepth][i % kDepth] = a_row < m && a_col < k ? a[a_row * k + a_col] : 0;
      b_tile[i / kTile][i % kTile] = b_row < k && b_col < n ? b[b_row * n + b_col] : 0;
    }
    __syncthreads();
    for (int p = 0; p < kDepth; ++p) {
      float from_a[kSums], from_b[kSums];
      for (int i = 0; i < kSums; ++i) {
        from_a[i] = a_tile[row + i][p];
        from_b[i] = b_tile[p][col + i];
      }
      for (int i = 0; i < kSums; ++i) {
        for (int j = 0; j < kSums; ++j) {
          sums[i][j] += from_a[i] * from_b[j];
        }
      }
    }
    __syncthreads();
  }
  for (int i = 0; i < kSums; ++i) {
    for (int j = 0; j < kSums; ++j) {
      if (row0 + row + i < m && col0 + col + j < n) {
        c[(row0 + row + i) * n + col0 + col + j] = sums[i][j];
      }
    }
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const dim3 grid((n + kTile - 1) / kTile, (m + kTile - 1) / kTile);
  neighbours<<<grid, kThreads>>>(a, b, c, m, n, k);
}
