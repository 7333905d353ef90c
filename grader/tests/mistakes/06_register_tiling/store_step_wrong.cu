// verdict: RACE
// look: 56 58
// mistake: The rows are stored kThreadRows (4) apart instead of kDown (16): outputs of different
// threads overlap and the tile's lower rows stay empty.
// Lab 06, tiles in registers too: a block computes a large tile of C, a thread a small part of
// it. A thread reads each value once from shared memory and uses it several times from registers.
#include <gemmlab/matmul.h>

constexpr int kTileRows = 64;
constexpr int kTileCols = 128;
constexpr int kTileDepth = 8;
constexpr int kThreadRows = 4;
constexpr int kThreadCols = 8;
constexpr int kDown = kTileRows / kThreadRows;    // 16 rows of threads
constexpr int kAcross = kTileCols / kThreadCols;  // 16 columns of threads
constexpr int kThreads = kDown * kAcross;

__device__ float at(const float* x, int rows, int cols, int r, int q) {
  return r < rows && q < cols ? x[r * cols + q] : 0.0f;
}

// the block is one-dimensional: kThreads threads
__global__ void two_level_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float left[kTileRows][kTileDepth];
  __shared__ float right[kTileDepth][kTileCols];
  const int t = threadIdx.x;
  const int tx = t % kAcross;
  const int ty = t / kAcross;
  const int top = blockIdx.y * kTileRows;
  const int west = blockIdx.x * kTileCols;

  float out[kThreadRows][kThreadCols] = {};

  for (int k0 = 0; k0 < k; k0 += kTileDepth) {
    for (int i = t; i < kTileRows * kTileDepth; i += kThreads) {
      left[i / kTileDepth][i % kTileDepth] = at(a, m, k, top + i / kTileDepth, k0 + i % kTileDepth);
    }
    for (int i = t; i < kTileDepth * kTileCols; i += kThreads) {
      right[i / kTileCols][i % kTileCols] = at(b, k, n, k0 + i / kTileCols, west + i % kTileCols);
    }
    __syncthreads();

    for (int p = 0; p < kTileDepth; ++p) {
      float row_of_b[kThreadCols];
      for (int j = 0; j < kThreadCols; ++j) row_of_b[j] = right[p][tx + j * kAcross];
      for (int i = 0; i < kThreadRows; ++i) {
        const float av = left[ty + i * kDown][p];
        for (int j = 0; j < kThreadCols; ++j) out[i][j] += av * row_of_b[j];
      }
    }
    __syncthreads();
  }

  for (int i = 0; i < kThreadRows; ++i) {
    for (int j = 0; j < kThreadCols; ++j) {
      const int y = top + ty + i * kThreadRows;
      const int x = west + tx + j * kAcross;
      if (y < m && x < n) c[y * n + x] = out[i][j];
    }
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const dim3 grid((n + kTileCols - 1) / kTileCols, (m + kTileRows - 1) / kTileRows);
  two_level_kernel<<<grid, kThreads>>>(a, b, c, m, n, k);
}
