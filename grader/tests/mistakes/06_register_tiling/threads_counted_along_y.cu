// verdict: UNCOALESCED
// look: 24
// words: ty * blockDim.x + tx
// mistake: The threads of a block are counted along y first, so that a warp copies elements apart.
#include <gemmlab/matmul.h>

constexpr int kTileRows = 128;
constexpr int kTileCols = 128;
constexpr int kTileDepth = 16;
constexpr int kThreadRows = 8;
constexpr int kThreadCols = 8;
constexpr int kBlockRows = kTileRows / kThreadRows;
constexpr int kBlockCols = kTileCols / kThreadCols;
constexpr int kThreads = kBlockRows * kBlockCols;

__global__ void two_level_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float a_tile[kTileRows][kTileDepth];
  __shared__ float b_tile[kTileDepth][kTileCols];

  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int row0 = blockIdx.y * kTileRows;
  const int col0 = blockIdx.x * kTileCols;
  const int number = tx * kBlockRows + ty;
  float sums[kThreadRows][kThreadCols] = {};

  for (int k0 = 0; k0 < k; k0 += kTileDepth) {
    for (int i = number; i < kTileRows * kTileDepth; i += kThreads) {
      const int y = i / kTileDepth;
      const int x = i % kTileDepth;
      const bool inside = row0 + y < m && k0 + x < k;
      a_tile[y][x] = inside ? a[(row0 + y) * k + (k0 + x)] : 0.0f;
    }
    for (int i = number; i < kTileDepth * kTileCols; i += kThreads) {
      const int y = i / kTileCols;
      const int x = i % kTileCols;
      const bool inside = k0 + y < k && col0 + x < n;
      b_tile[y][x] = inside ? b[(k0 + y) * n + (col0 + x)] : 0.0f;
    }
    __syncthreads();

    for (int p = 0; p < kTileDepth; ++p) {
      float a_frag[kThreadRows];
      float b_frag[kThreadCols];
      for (int i = 0; i < kThreadRows; ++i) {
        a_frag[i] = a_tile[ty + i * kBlockRows][p];
      }
      for (int j = 0; j < kThreadCols; ++j) {
        b_frag[j] = b_tile[p][tx + j * kBlockCols];
      }
      for (int i = 0; i < kThreadRows; ++i) {
        for (int j = 0; j < kThreadCols; ++j) {
          sums[i][j] += a_frag[i] * b_frag[j];
        }
      }
    }
    __syncthreads();
  }

  for (int i = 0; i < kThreadRows; ++i) {
    for (int j = 0; j < kThreadCols; ++j) {
      const int row = row0 + ty + i * kBlockRows;
      const int col = col0 + tx + j * kBlockCols;
      if (row < m && col < n) {
        c[row * n + col] = sums[i][j];
      }
    }
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const dim3 block(kBlockCols, kBlockRows);
  const dim3 grid((n + kTileCols - 1) / kTileCols, (m + kTileRows - 1) / kTileRows);
  two_level_kernel<<<grid, block>>>(a, b, c, m, n, k);
}
