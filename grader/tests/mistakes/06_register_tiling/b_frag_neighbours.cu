// verdict: WRONG
// look: 50 64
// words: kblockcols|apart|neighbour|neighbor|spread|tx + j|tx * kthreadcols|different columns|other columns|wrong column|same columns
// mistake: b_frag takes kThreadCols neighbouring columns of the tile, but the sums are stored in columns kBlockCols apart
#include <gemmlab/matmul.h>

constexpr int kTileRows = 128;
constexpr int kTileCols = 128;
constexpr int kTileDepth = 16;
constexpr int kThreadRows = 8;
constexpr int kThreadCols = 8;
constexpr int kBlockRows = kTileRows / kThreadRows;
constexpr int kBlockCols = kTileCols / kThreadCols;
constexpr int kThreads = kBlockRows * kBlockCols;

template <int kRows, int kCols>
__device__ void copy_tile(float (&tile)[kRows][kCols], const float* x, int top, int left, int rows,
                          int cols, int thread) {
  for (int i = thread; i < kRows * kCols; i += kThreads) {
    const int row = top + i / kCols;
    const int col = left + i % kCols;
    tile[i / kCols][i % kCols] = row < rows && col < cols ? x[row * cols + col] : 0.0f;
  }
}

__global__ void two_level_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float a_tile[kTileRows][kTileDepth];
  __shared__ float b_tile[kTileDepth][kTileCols];

  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int row0 = blockIdx.y * kTileRows;
  const int col0 = blockIdx.x * kTileCols;
  float sums[kThreadRows][kThreadCols] = {};

  for (int k0 = 0; k0 < k; k0 += kTileDepth) {
    copy_tile(a_tile, a, row0, k0, m, k, ty * kBlockCols + tx);
    copy_tile(b_tile, b, k0, col0, k, n, ty * kBlockCols + tx);
    __syncthreads();

    for (int p = 0; p < kTileDepth; ++p) {
      float a_frag[kThreadRows];
      float b_frag[kThreadCols];
      #pragma unroll
      for (int i = 0; i < kThreadRows; ++i) {
        a_frag[i] = a_tile[ty + i * kBlockRows][p];
      }
      #pragma unroll
      for (int j = 0; j < kThreadCols; ++j) {
        b_frag[j] = b_tile[p][tx * kThreadCols + j];
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
