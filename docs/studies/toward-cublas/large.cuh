// Toward cuBLAS, step 14: the kernel for large products. A is transposed once, so that its tiles
// are copied as B's are; then a thread has 16 x 8 sums, which reuse what it loads more often.
#pragma once

#include "launch.cuh"

namespace large {

constexpr int kTileRows = 256;  // the block's tile of C: kTileRows x kTileCols
constexpr int kTileCols = 128;
constexpr int kTileDepth = 8;    // and the part of k that is in shared memory at a time
constexpr int kStages = 3;       // such parts there: one is read, two are being filled
constexpr int kThreadRows = 16;  // the thread's tile of C: kThreadRows x kThreadCols sums
constexpr int kThreadCols = 8;
constexpr int kThreads = kTileRows / kThreadRows * (kTileCols / kThreadCols);  // 16 x 16

struct Tiles {
  alignas(16) float a[kTileDepth][kTileRows];  // [8, 256] of A, transposed
  alignas(16) float b[kTileDepth][kTileCols];  // [8, 128] of B
};

// Starts the thread's copies to both tiles, from k0 on.
__device__ void start_copies(Tiles& tiles, const float* at, const float* b, int rows, int n,
                             int row0, int col0, int k0) {
  const int a_row = threadIdx.x / (kTileRows / 4);
  const int a_col = threadIdx.x % (kTileRows / 4) * 4;
  for (int y = a_row; y < a_row + kTileDepth; y += kThreads / (kTileRows / 4)) {
    __pipeline_memcpy_async(&tiles.a[y][a_col], &at[(k0 + y) * rows + row0 + a_col],
                            sizeof(float4));
  }
  const int b_row = threadIdx.x / (kTileCols / 4);
  const int b_col = threadIdx.x % (kTileCols / 4) * 4;
  for (int y = b_row; y < b_row + kTileDepth; y += kThreads / (kTileCols / 4)) {
    __pipeline_memcpy_async(&tiles.b[y][b_col], &b[(k0 + y) * n + col0 + b_col], sizeof(float4));
  }
}

// The elements that a thread needs from A's column p and B's row p of the tiles.
__device__ void fetch_fragments(float* a_frag, float* b_frag, const Tiles& tiles, int p, int tx,
                                int ty) {
  for (int i = 0; i < kThreadRows; i += 4) {
    fetch_quad(&a_frag[i], &tiles.a[p][i / 4 * (kTileRows / 4) + 4 * ty]);
  }
  for (int j = 0; j < kThreadCols; j += 4) {
    fetch_quad(&b_frag[j], &tiles.b[p][j / 4 * (kTileCols / 2) + 4 * tx]);
  }
}

// C = A * B, 16 x 8 elements of C per thread, operands staged tile by tile in shared memory.
//   at [k, rows], b [k, b_stride], c [m, n]   fp32, row-major, packed, device memory; at is A
//   transposed; rows is a multiple of kTileRows, b_stride of kTileCols, and what is behind m, n is
//   0 kRagged   n is not b_stride, or c_stride no multiple of 4 grid rows/kTileRows *
//   b_stride/kTileCols, block kThreads, static shared memory any m, n >= 1, k a multiple of
//   kTileDepth; one: 1, see quad_of
template <bool kRagged>
__global__ void __launch_bounds__(kThreads, 1)
    large_kernel(const float* at, const float* b, float* c, int m, int b_stride, int k, int rows,
                 float one, int n, int c_stride) {
  __shared__ Tiles stages[kStages];
  wait_for_kernels_before();
  const int tx = thread_col(threadIdx.x);  // as in tile.cuh
  const int ty = thread_row(threadIdx.x);
  const int cols = b_stride / kTileCols;
  const int row0 = blockIdx.x / cols * kTileRows;  // where the block's tile of C begins
  const int col0 = blockIdx.x % cols * kTileCols;
  float sums[kThreadRows][kThreadCols] = {};  // rows 64 q + 4 ty + i, columns likewise

  for (int stage = 0; stage < kStages - 1; ++stage) {
    if (stage * kTileDepth < k) {
      start_copies(stages[stage], at, b, rows, b_stride, row0, col0, stage * kTileDepth);
    }
    __pipeline_commit();
  }
  __pipeline_wait_prior(kStages - 2);  // until the thread's copies to the first stage have arrived
  __syncthreads();                     // waits for all threads' copies
  alignas(16) float a_frag[2][kThreadRows];
  alignas(16) float b_frag[2][kThreadCols];
  fetch_fragments(a_frag[0], b_frag[0], stages[0], 0, tx, ty);
  int stage = 0, fill = kStages - 1;
  for (int k0 = 0; k0 < k; k0 += kTileDepth) {
    // behind the last part it comes again: a branch would keep the copies out of the loop below
    start_copies(stages[fill], at, b, rows, b_stride, row0, col0,
                 min(k0 + (kStages - 1) * kTileDepth, k - kTileDepth));
    __pipeline_commit();
    fill = fill == kStages - 1 ? 0 : fill + 1;
#pragma unroll
    for (int p = 0; p < kTileDepth; ++p) {
      if (p == kTileDepth - 1) {             // what comes next is in the next stage
        __pipeline_wait_prior(kStages - 2);  // until the thread's own copies have arrived
        __syncthreads();                     // waits for all copies, and all readers of this stage
        stage = stage == kStages - 1 ? 0 : stage + 1;
      }
      const int now = p % 2, next = 1 - now;
      fetch_fragments(a_frag[next], b_frag[next], stages[stage], (p + 1) % kTileDepth, tx, ty);
      for (int i = 0; i < kThreadRows; ++i) {
        for (int step = 0; step < kThreadCols; ++step) {
          const int j = i % 2 == 0 ? step : kThreadCols - 1 - step;
          sums[i][j] += a_frag[now][i] * b_frag[now][j];
        }
      }
    }
  }

  for (int i = 0; i < kThreadRows; ++i) {
    const int row = row0 + i / 4 * (kTileRows / 4) + 4 * ty + i % 4;
    for (int j = 0; j < kThreadCols; j += 4) {
      const int col = col0 + j / 4 * (kTileCols / 2) + 4 * tx;
      if constexpr (kRagged) {
        for (int x = 0; x < 4; ++x) {
          if (row < m && col + x < n) {
            c[row * c_stride + col + x] = one * sums[i][j + x];
          }
        }
      } else if (row < m && col < b_stride) {  // then all four columns are inside
        *reinterpret_cast<float4*>(&c[row * b_stride + col]) = make_float4(
            one * sums[i][j], one * sums[i][j + 1], one * sums[i][j + 2], one * sums[i][j + 3]);
      }
    }
  }
}

}  // namespace large
