// verdict: MISALIGNED
// look: 33
// mistake: Wide loads of A need k to be a multiple of 4, not n.
// Lab 06, global loads of 16 bytes where the rows are aligned
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
  const int thread = ty * kBlockCols + tx;
  const int row0 = blockIdx.y * kTileRows;
  const int col0 = blockIdx.x * kTileCols;
  float sums[kThreadRows][kThreadCols] = {};

  for (int k0 = 0; k0 < k; k0 += kTileDepth) {
    for (int i = thread * 4; i < kTileRows * kTileDepth; i += kThreads * 4) {
      const int y = i / kTileDepth;
      const int x = i % kTileDepth;
      const int row = row0 + y;
      const int col = k0 + x;
      if (n % 4 == 0 && row < m && col < k) {
        const float4 v = *reinterpret_cast<const float4*>(&a[row * k + col]);
        a_tile[y][x] = v.x;
        a_tile[y][x + 1] = v.y;
        a_tile[y][x + 2] = v.z;
        a_tile[y][x + 3] = v.w;
      } else {
        for (int e = 0; e < 4; ++e) {
          a_tile[y][x + e] = row < m && col + e < k ? a[row * k + col + e] : 0.0f;
        }
      }
    }
    for (int i = thread * 4; i < kTileDepth * kTileCols; i += kThreads * 4) {
      const int y = i / kTileCols;
      const int x = i % kTileCols;
      const int row = k0 + y;
      const int col = col0 + x;
      if (n % 4 == 0 && row < k && col < n) {
        const float4 v = *reinterpret_cast<const float4*>(&b[row * n + col]);
        b_tile[y][x] = v.x;
        b_tile[y][x + 1] = v.y;
        b_tile[y][x + 2] = v.z;
        b_tile[y][x + 3] = v.w;
      } else {
        for (int e = 0; e < 4; ++e) {
          b_tile[y][x + e] = row < k && col + e < n ? b[row * n + col + e] : 0.0f;
        }
      }
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
