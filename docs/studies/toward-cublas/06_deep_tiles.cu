// Toward cuBLAS, step 6: tiles four times as deep. Because the copies use no registers, this costs
// only shared memory: 67 kB of it, which must be dynamic, because a kernel has at most 48 kB of the
// static kind. Barriers and the work between tiles fall to a quarter.
#include <cuda_pipeline.h>
#include <gemmlab/matmul.h>

constexpr int kTileRows = 128;  // the block's tile of C: kTileRows x kTileCols
constexpr int kTileCols = 128;
constexpr int kTileDepth = 32;  // and the part of k that is in shared memory at a time
constexpr int kThreadRows = 8;  // the thread's tile of C: kThreadRows x kThreadCols sums
constexpr int kThreadCols = 8;
constexpr int kBlockRows = kTileRows / kThreadRows;  // 16 x 16 threads
constexpr int kBlockCols = kTileCols / kThreadCols;
constexpr int kThreads = kBlockRows * kBlockCols;
constexpr int kPad = 4;  // floats: a warp's copies to the transposed tile meet 32 different banks
constexpr int kCopyCols = 8;  // a warp copies 4 x 8 elements of A at a time: whole sectors
constexpr int kCopyRows = kThreads / kCopyCols;        // and a block this many rows
constexpr int kQuadRows = kThreads / (kTileCols / 4);  // rows of B that it copies at a time
constexpr int kBlocksAtOnce = 2;  // on a multiprocessor: leaves each thread 128 registers

struct Tiles {
  alignas(16) float a[kTileDepth][kTileRows + kPad];  // [32, 128 + 4] of A, transposed
  alignas(16) float b[kTileDepth][kTileCols];         // [32, 128] of B, from row k0 and column col0
};

constexpr int kSharedBytes = 2 * sizeof(Tiles);

// Starts the copy of x[row][col], or of a 0 where x [rows, cols] has no such element.
__device__ void copy_element(float* to, const float* x, int rows, int cols, int row, int col) {
  const bool inside = row < rows && col < cols;
  __pipeline_memcpy_async(to, inside ? &x[row * cols + col] : x, sizeof(float),
                          inside ? 0 : sizeof(float));
}

// Starts the thread's copies to both tiles, from column k0 of A and row k0 of B on. kWhole: all
// elements are inside, and rows of B begin at multiples of 16 bytes.
template <bool kWhole>
__device__ void start_copies(Tiles& tiles, const float* a, const float* b, int m, int n, int k,
                             int k0) {
  const int thread = threadIdx.y * kBlockCols + threadIdx.x;
  const int row0 = blockIdx.y * kTileRows;
  const int col0 = blockIdx.x * kTileCols;
  const int a_row = thread / kCopyCols;
  const int a_col = thread % kCopyCols;
  const int b_row = thread / (kTileCols / 4);
  const int b_col = thread % (kTileCols / 4) * 4;
  for (int y = 0; y < kTileRows; y += kCopyRows) {
    const float* const from = kWhole ? &a[(row0 + a_row + y) * k + k0 + a_col] : nullptr;
    for (int x = 0; x < kTileDepth; x += kCopyCols) {
      float* const to = &tiles.a[a_col + x][a_row + y];
      if constexpr (kWhole) {
        __pipeline_memcpy_async(to, from + x, sizeof(float));
      } else {
        copy_element(to, a, m, k, row0 + a_row + y, k0 + a_col + x);
      }
    }
  }
  for (int y = 0; y < kTileDepth; y += kQuadRows) {
    float* const to = &tiles.b[b_row + y][b_col];
    if constexpr (kWhole) {
      __pipeline_memcpy_async(to, &b[(k0 + b_row + y) * n + col0 + b_col], sizeof(float4));
    } else {
      for (int x = 0; x < 4; ++x) {
        copy_element(to + x, b, k, n, k0 + b_row + y, col0 + b_col + x);
      }
    }
  }
  __pipeline_commit();
}

// Stores those of four neighbours that c [m, n] has.
template <bool kWhole>
__device__ void store_quad(const float* sums, float* c, int m, int n, int row, int col) {
  if constexpr (kWhole) {
    *reinterpret_cast<float4*>(&c[row * n + col]) = make_float4(sums[0], sums[1], sums[2], sums[3]);
  } else {
    for (int i = 0; i < 4; ++i) {
      if (row < m && col + i < n) {
        c[row * n + col + i] = sums[i];
      }
    }
  }
}

// Copies a quad from shared memory to registers.
__device__ void fetch_quad(float* frag, const float* tile) {
  *reinterpret_cast<float4*>(frag) = *reinterpret_cast<const float4*>(tile);
}

// The block's tile of C.
template <bool kWhole>
__device__ void multiply(Tiles* stages, const float* a, const float* b, float* c, int m, int n,
                         int k) {
  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int row0 = blockIdx.y * kTileRows;  // where the block's tile of C begins
  const int col0 = blockIdx.x * kTileCols;
  // [8, 8] of C: rows 4 ty + i and 64 + 4 ty + i, columns 4 tx + j and 64 + 4 tx + j
  float sums[kThreadRows][kThreadCols] = {};

  start_copies<kWhole>(stages[0], a, b, m, n, k, 0);
  __pipeline_wait_prior(0);  // until the thread's own copies have arrived
  __syncthreads();           // waits for all threads' copies: from here on all of stage 0 is read

  int stage = 0;
  for (int k0 = 0; k0 < k; k0 += kTileDepth) {
    const Tiles& tiles = stages[stage];
    if (k0 + kTileDepth < k) {
      start_copies<kWhole>(stages[1 - stage], a, b, m, n, k, k0 + kTileDepth);
    }

#pragma unroll
    for (int p = 0; p < kTileDepth; ++p) {
      alignas(16) float a_frag[kThreadRows];  // [8] of A's column k0 + p
      alignas(16) float b_frag[kThreadCols];  // [8] of B's row k0 + p
      fetch_quad(&a_frag[0], &tiles.a[p][4 * ty]);
      fetch_quad(&a_frag[4], &tiles.a[p][kTileRows / 2 + 4 * ty]);
      fetch_quad(&b_frag[0], &tiles.b[p][4 * tx]);
      fetch_quad(&b_frag[4], &tiles.b[p][kTileCols / 2 + 4 * tx]);
      for (int i = 0; i < kThreadRows; ++i) {
        for (int j = 0; j < kThreadCols; ++j) {
          sums[i][j] += a_frag[i] * b_frag[j];
        }
      }
    }
    stage = 1 - stage;
    __pipeline_wait_prior(0);  // until the thread's own copies of the next tiles have arrived
    __syncthreads();           // waits for all copies, and for every reader of these tiles
  }

  for (int i = 0; i < kThreadRows; ++i) {
    const int row = row0 + i / 4 * (kTileRows / 2) + 4 * ty + i % 4;
    store_quad<kWhole>(&sums[i][0], c, m, n, row, col0 + 4 * tx);
    store_quad<kWhole>(&sums[i][4], c, m, n, row, col0 + kTileCols / 2 + 4 * tx);
  }
}

// C = A * B, 8 x 8 elements of C per thread, operands staged tile by tile in shared memory.
//   a [m, k], b [k, n], c [m, n]   fp32, row-major, packed, device memory; c overlaps neither
//   grid (ceil(n/kTileCols), ceil(m/kTileRows)), block (kBlockCols, kBlockRows), 67 kB of dynamic
//   shared memory
//   any m, n, k >= 1; the launch does not wait; the caller checks for launch errors
__global__ void __launch_bounds__(kThreads, kBlocksAtOnce)
    deep_tiles_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  extern __shared__ float4 shared[];
  Tiles* const stages = reinterpret_cast<Tiles*>(shared);  // [2]: one read, one being filled
  const bool inside =
      (blockIdx.y + 1) * kTileRows <= m && (blockIdx.x + 1) * kTileCols <= n && k % kTileDepth == 0;
  if (inside && n % 4 == 0) {  // all quads are whole: the same answer for all threads of a block
    multiply<true>(stages, a, b, c, m, n, k);
  } else {
    multiply<false>(stages, a, b, c, m, n, k);
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const dim3 block(kBlockCols, kBlockRows);
  const dim3 grid((n + kTileCols - 1) / kTileCols, (m + kTileRows - 1) / kTileRows);
  cudaFuncSetAttribute(deep_tiles_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                       kSharedBytes);
  deep_tiles_kernel<<<grid, block, kSharedBytes>>>(a, b, c, m, n, k);
}
