// Toward cuBLAS, step 1: each thread copies 16 bytes at a time from global to shared memory; in lab
// 06 it copies 4. The same bytes need a quarter of the instructions.
#include <gemmlab/matmul.h>

constexpr int kTileRows = 128;  // the block's tile of C: kTileRows x kTileCols
constexpr int kTileCols = 128;
constexpr int kTileDepth = 8;   // and the part of k that is in shared memory at a time
constexpr int kThreadRows = 8;  // the thread's tile of C: kThreadRows x kThreadCols sums
constexpr int kThreadCols = 8;
constexpr int kBlockRows = kTileRows / kThreadRows;  // 16 x 16 threads
constexpr int kBlockCols = kTileCols / kThreadCols;
constexpr int kThreads = kBlockRows * kBlockCols;
constexpr int kBlocksAtOnce = 2;  // on a multiprocessor: leaves each thread 128 registers

struct Tiles {
  alignas(16) float a[kTileRows][kTileDepth];  // [128, 8] of A, from row row0 and column k0
  alignas(16) float b[kTileDepth][kTileCols];  // [8, 128] of B, from row k0 and column col0
};

// Four neighbours of x [rows, cols], 0 where it has no element. kWhole: all are inside, and the
// first is at a multiple of 16 bytes, so that one instruction loads them.
template <bool kWhole>
__device__ float4 load_quad(const float* x, int rows, int cols, int row, int col) {
  if constexpr (kWhole) {
    return *reinterpret_cast<const float4*>(&x[row * cols + col]);
  } else {
    float quad[4];
    for (int i = 0; i < 4; ++i) {
      quad[i] = row < rows && col + i < cols ? x[row * cols + col + i] : 0.0f;
    }
    return make_float4(quad[0], quad[1], quad[2], quad[3]);
  }
}

// The block's tile of C.
template <bool kWhole>
__device__ void multiply(Tiles& tiles, const float* a, const float* b, float* c, int m, int n,
                         int k) {
  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int thread = ty * kBlockCols + tx;
  const int row0 = blockIdx.y * kTileRows;  // where the block's tile of C begins
  const int col0 = blockIdx.x * kTileCols;
  const int a_row = thread / (kTileDepth / 4);  // the quads that the thread copies
  const int a_col = thread % (kTileDepth / 4) * 4;
  const int b_row = thread / (kTileCols / 4);
  const int b_col = thread % (kTileCols / 4) * 4;
  float sums[kThreadRows][kThreadCols] = {};  // [8, 8] of C: rows ty + 16 i, columns tx + 16 j

  for (int k0 = 0; k0 < k; k0 += kTileDepth) {
    *reinterpret_cast<float4*>(&tiles.a[a_row][a_col]) =
        load_quad<kWhole>(a, m, k, row0 + a_row, k0 + a_col);
    *reinterpret_cast<float4*>(&tiles.b[b_row][b_col]) =
        load_quad<kWhole>(b, k, n, k0 + b_row, col0 + b_col);
    __syncthreads();  // waits for every copier: from here on all elements of the tiles are read

#pragma unroll
    for (int p = 0; p < kTileDepth; ++p) {
      float a_frag[kThreadRows];  // [8] of A's column k0 + p
      float b_frag[kThreadCols];  // [8] of B's row k0 + p
      for (int i = 0; i < kThreadRows; ++i) {
        a_frag[i] = tiles.a[ty + i * kBlockRows][p];
      }
      for (int j = 0; j < kThreadCols; ++j) {
        b_frag[j] = tiles.b[p][tx + j * kBlockCols];
      }
      for (int i = 0; i < kThreadRows; ++i) {
        for (int j = 0; j < kThreadCols; ++j) {
          sums[i][j] += a_frag[i] * b_frag[j];
        }
      }
    }
    __syncthreads();  // waits for every reader: the next iteration overwrites the tiles
  }

  for (int i = 0; i < kThreadRows; ++i) {
    for (int j = 0; j < kThreadCols; ++j) {
      const int row = row0 + ty + i * kBlockRows;
      const int col = col0 + tx + j * kBlockCols;
      if (kWhole || (row < m && col < n)) {
        c[row * n + col] = sums[i][j];
      }
    }
  }
}

// C = A * B, 8 x 8 elements of C per thread, operands staged tile by tile in shared memory.
//   a [m, k], b [k, n], c [m, n]   fp32, row-major, packed, device memory; c overlaps neither
//   grid (ceil(n/kTileCols), ceil(m/kTileRows)), block (kBlockCols, kBlockRows), 8 kB of static
//   shared memory
//   any m, n, k >= 1; the launch does not wait; the caller checks for launch errors
__global__ void __launch_bounds__(kThreads, kBlocksAtOnce)
    wide_copies_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ Tiles tiles;
  const bool inside =
      (blockIdx.y + 1) * kTileRows <= m && (blockIdx.x + 1) * kTileCols <= n && k % kTileDepth == 0;
  if (inside && n % 4 == 0) {  // all quads are whole: the same answer for all threads of a block
    multiply<true>(tiles, a, b, c, m, n, k);
  } else {
    multiply<false>(tiles, a, b, c, m, n, k);
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const dim3 block(kBlockCols, kBlockRows);
  const dim3 grid((n + kTileCols - 1) / kTileCols, (m + kTileRows - 1) / kTileRows);
  wide_copies_kernel<<<grid, block>>>(a, b, c, m, n, k);
}
