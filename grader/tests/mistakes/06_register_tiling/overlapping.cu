// verdict: RACE
// look: 23 42 52 53
// mistake: A thread's columns are tx + j instead of tx + 16 * j: neighbouring threads' register
// tiles overlap and store the same elements, and most columns of C are nobody's.
#include <gemmlab/matmul.h>

constexpr int kTileRows = 64;
constexpr int kTileCols = 64;
constexpr int kDepth = 16;
constexpr int kR = 4;
constexpr int kC = 4;

__global__ void two_level(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float a_tile[kTileRows * kDepth];
  __shared__ float b_tile[kDepth * kTileCols];

  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int id = ty * blockDim.x + tx;
  const int row0 = blockIdx.y * kTileRows;
  const int col0 = blockIdx.x * kTileCols;
  const int my_row = ty;  // the thread's first row and column in the tile
  const int my_col = tx;
  float sums[kR][kC] = {};

  for (int k0 = 0; k0 < k; k0 += kDepth) {
    for (int i = id; i < kTileRows * kDepth; i += 256) {
      const int y = row0 + i / kDepth;
      const int x = k0 + i % kDepth;
      a_tile[i] = y < m && x < k ? a[y * k + x] : 0.0f;
    }
    for (int i = id; i < kDepth * kTileCols; i += 256) {
      const int y = k0 + i / kTileCols;
      const int x = col0 + i % kTileCols;
      b_tile[i] = y < k && x < n ? b[y * n + x] : 0.0f;
    }
    __syncthreads();

    for (int p = 0; p < kDepth; ++p) {
      float fa[kR], fb[kC];
      for (int i = 0; i < kR; ++i) fa[i] = a_tile[(my_row + i * 16) * kDepth + p];
      for (int j = 0; j < kC; ++j) fb[j] = b_tile[p * kTileCols + my_col + j];
      for (int i = 0; i < kR; ++i)
        for (int j = 0; j < kC; ++j) sums[i][j] += fa[i] * fb[j];
    }
    __syncthreads();
  }

  for (int i = 0; i < kR; ++i) {
    for (int j = 0; j < kC; ++j) {
      const int row = row0 + my_row + i * 16;
      const int col = col0 + my_col + j;
      if (row < m && col < n) c[row * n + col] = sums[i][j];
    }
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const dim3 block(16, 16);
  const dim3 grid((n + kTileCols - 1) / kTileCols, (m + kTileRows - 1) / kTileRows);
  two_level<<<grid, block>>>(a, b, c, m, n, k);
}
