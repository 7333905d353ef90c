// verdict: PASSED
// suite: full
// A's fragment has as many places as the thread has columns, and is filled row by row, as one text
// prints it. Here a thread has 2 rows and 8 columns, so six places are spare; with 8 rows and 2
// columns the fragment would be too small.
#include <gemmlab/matmul.h>

constexpr int kTileRows = 32;
constexpr int kTileCols = 128;
constexpr int kTileDepth = 16;
constexpr int kThreadRows = 2;
constexpr int kThreadCols = 8;
constexpr int kSide = 16;  // the block is kSide x kSide threads

// C = A * B, 2 x 8 elements of C per thread, from two levels of tiles.
//   a [m, k], b [k, n], c [m, n]   fp32, row-major, packed, device memory; c overlaps neither
//   grid (ceil(n/kTileCols), ceil(m/kTileRows)), block (kSide, kSide), 10 kB of shared memory
//   any m, n, k >= 1; the launch does not wait; the caller checks for launch errors
__global__ void fragment_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float a_tile[kTileRows][kTileDepth];  // [32, 16] of A, from row row0 and column k0
  __shared__ float b_tile[kTileDepth][kTileCols];  // [16, 128] of B, from row k0 and column col0
  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int row0 = blockIdx.y * kTileRows;
  const int col0 = blockIdx.x * kTileCols;
  float sums[kThreadRows][kThreadCols] = {};  // [2, 8] of C: rows ty + 16 i, columns tx + 16 j
  for (int k0 = 0; k0 < k; k0 += kTileDepth) {
    for (int y = ty; y < kTileRows; y += kSide) {
      a_tile[y][tx] = row0 + y < m && k0 + tx < k ? a[(row0 + y) * k + k0 + tx] : 0.0f;
    }
    for (int x = tx; x < kTileCols; x += kSide) {
      b_tile[ty][x] = k0 + ty < k && col0 + x < n ? b[(k0 + ty) * n + col0 + x] : 0.0f;
    }
    __syncthreads();  // waits until the tiles are complete
    for (int p = 0; p < kTileDepth; ++p) {
      float a_frag[kThreadCols];  // the slip: it should be [kThreadRows]
      for (int i = 0; i < kThreadRows; ++i) {
        a_frag[i] = a_tile[ty + i * kSide][p];
      }
      for (int j = 0; j < kThreadCols; ++j) {
        const float b_value = b_tile[p][tx + j * kSide];
        for (int i = 0; i < kThreadRows; ++i) {
          sums[i][j] += a_frag[i] * b_value;
        }
      }
    }
    __syncthreads();  // waits until all threads have read
  }
  for (int i = 0; i < kThreadRows; ++i) {
    for (int j = 0; j < kThreadCols; ++j) {
      const int row = row0 + ty + i * kSide;
      const int col = col0 + tx + j * kSide;
      if (row < m && col < n) {
        c[row * n + col] = sums[i][j];
      }
    }
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const dim3 grid((n + kTileCols - 1) / kTileCols, (m + kTileRows - 1) / kTileRows);
  fragment_kernel<<<grid, dim3(kSide, kSide)>>>(a, b, c, m, n, k);
}
