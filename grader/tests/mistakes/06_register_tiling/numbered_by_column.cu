// verdict: UNCOALESCED
// look: 22 28 32 34 38
// mistake: The threads are numbered along y first, while a warp runs along x: the threads of a
// warp copy elements 16 apart.
#include <gemmlab/matmul.h>

constexpr int kTileRows = 64;
constexpr int kTileCols = 64;
constexpr int kTileDepth = 16;
constexpr int kThreadRows = 4;
constexpr int kThreadCols = 4;
constexpr int kBlockRows = kTileRows / kThreadRows;
constexpr int kBlockCols = kTileCols / kThreadCols;
constexpr int kThreads = kBlockRows * kBlockCols;

__global__ void two_level_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float a_tile[kTileRows][kTileDepth];
  __shared__ float b_tile[kTileDepth][kTileCols];

  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int number = tx * kBlockRows + ty;
  const int row0 = blockIdx.y * kTileRows;
  const int col0 = blockIdx.x * kTileCols;
  float sums[kThreadRows][kThreadCols] = {};

  for (int k0 = 0; k0 < k; k0 += kTileDepth) {
    for (int e = number; e < kTileRows * kTileDepth; e += kThreads) {
      const int y = e / kTileDepth;
      const int x = e % kTileDepth;
      const bool exists = row0 + y < m && k0 + x < k;
      a_tile[y][x] = exists ? a[(row0 + y) * k + (k0 + x)] : 0.0f;
    }
    for (int e = number; e < kTileDepth * kTileCols; e += kThreads) {
      const int y = e / kTileCols;
      const int x = e % kTileCols;
      const bool exists = k0 + y < k && col0 + x < n;
      b_tile[y][x] = exists ? b[(k0 + y) * n + (col0 + x)] : 0.0f;
    }
    __syncthreads();

    for (int p = 0; p < kTileDepth; ++p) {
      float af[kThreadRows], bf[kThreadCols];
      for (int i = 0; i < kThreadRows; ++i) af[i] = a_tile[ty + i * kBlockRows][p];
      for (int j = 0; j < kThreadCols; ++j) bf[j] = b_tile[p][tx + j * kBlockCols];
      for (int i = 0; i < kThreadRows; ++i)
        for (int j = 0; j < kThreadCols; ++j) sums[i][j] += af[i] * bf[j];
    }
    __syncthreads();
  }

  for (int i = 0; i < kThreadRows; ++i) {
    for (int j = 0; j < kThreadCols; ++j) {
      const int row = row0 + ty + i * kBlockRows;
      const int col = col0 + tx + j * kBlockCols;
      if (row < m && col < n) c[row * n + col] = sums[i][j];
    }
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const dim3 block(kBlockCols, kBlockRows);
  const dim3 grid((n + kTileCols - 1) / kTileCols, (m + kTileRows - 1) / kTileRows);
  two_level_kernel<<<grid, block>>>(a, b, c, m, n, k);
}
