// verdict: OUT OF BOUNDS
// look: 4 49
// mistake: The loop over the depth of the tiles ends at their rows.
// words: p < kTileRows
// Lab 06, tiles in registers too: a block computes a large tile of C, a thread a small part of
// it. A thread reads each value once from shared memory and uses it several times from registers.
#include <gemmlab/matmul.h>

constexpr int kTileRows = 128;  // the block's tile of C: kTileRows x kTileCols
constexpr int kTileCols = 128;
constexpr int kTileDepth = 16;  // and the part of k that is in shared memory at a time
constexpr int kThreadRows = 8;  // the thread's tile of C: kThreadRows x kThreadCols sums
constexpr int kThreadCols = 8;
constexpr int kBlockRows = kTileRows / kThreadRows;  // 16 x 16 threads
constexpr int kBlockCols = kTileCols / kThreadCols;
constexpr int kThreads = kBlockRows * kBlockCols;

// C = A * B, kThreadRows x kThreadCols elements of C per thread, operands staged tile by tile in
// shared memory and from there, column by column and row by row, in registers.
//   a [m, k], b [k, n], c [m, n]   fp32, row-major, packed, device memory; c overlaps neither
//   grid (ceil(n/kTileCols), ceil(m/kTileRows)), block (kBlockCols, kBlockRows), 16 kB of static
//   shared memory
//   any m, n, k >= 1; the launch does not wait; the caller checks for launch errors
__global__ void two_level_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float a_tile[kTileRows][kTileDepth];  // [128, 16] of A, from row row0 and column k0
  __shared__ float b_tile[kTileDepth][kTileCols];  // [16, 128] of B, from row k0 and column col0

  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int row0 = blockIdx.y * kTileRows;  // where the block's tile of C begins
  const int col0 = blockIdx.x * kTileCols;
  float sums[kThreadRows][kThreadCols] = {};  // [8, 8] of C: rows ty + 16 i, columns tx + 16 j

  for (int k0 = 0; k0 < k; k0 += kTileDepth) {
    const int thread = ty * kBlockCols + tx;
    for (int i = thread; i < kTileRows * kTileDepth; i += kThreads) {
      const int y = i / kTileDepth;
      const int x = i % kTileDepth;
      const bool inside = row0 + y < m && k0 + x < k;
      a_tile[y][x] = inside ? a[(row0 + y) * k + (k0 + x)] : 0.0f;
    }
    for (int i = thread; i < kTileDepth * kTileCols; i += kThreads) {
      const int y = i / kTileCols;
      const int x = i % kTileCols;
      const bool inside = k0 + y < k && col0 + x < n;
      b_tile[y][x] = inside ? b[(k0 + y) * n + (col0 + x)] : 0.0f;
    }
    __syncthreads();  // waits until all threads have loaded: the tiles are complete now
    for (int p = 0; p < kTileRows; ++p) {
      float a_frag[kThreadRows];  // [8] of A's column k0 + p
      float b_frag[kThreadCols];  // [8] of B's row k0 + p
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
    __syncthreads();  // waits until all threads have read: the next phase overwrites the tiles
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
