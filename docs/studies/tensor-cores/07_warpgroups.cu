// Tensor cores, step 7: four warps multiply together, and read A and B where they are: in shared
// memory, swizzled as in step 6. There are no fragments of A and B. Hopper only.
#include <cuda_bf16.h>

#define GEMMLAB_ELEMENT __nv_bfloat16
#define GEMMLAB_SUM float
#include <cuda_pipeline.h>
#include <gemmlab/matmul.h>

#include "any_size.cuh"
#include "hopper.cuh"

using T = __nv_bfloat16;
constexpr int kDepth = 16;      // of a product, which is 64 x 256
constexpr int kTileRows = 128;  // the block's tile of C
constexpr int kTileCols = 256;
constexpr int kTileDepth = 64;  // and the part of k that is in a stage
constexpr int kGroupRows = 64;  // of a warpgroup, which has all columns
constexpr int kStages = 4;      // one is read, the others are being filled
constexpr int kThreads = kTileRows / kGroupRows * 128;
constexpr int kPiece = 8;                  // elements: 16 bytes
constexpr int kRow = 64;                   // elements of a row in shared memory: 128 bytes
constexpr int kStrips = kTileCols / kRow;  // B's tile has so many in each row
constexpr int kCopyRows = kThreads * kPiece / kRow;  // that a block copies at once

struct Tiles {
  alignas(1024) T a[kTileRows][kRow];  // [128, 64] of A
  T b[kStrips][kTileDepth][kRow];      // [64, 256] of B, 64 columns after the other
};
constexpr int kSharedBytes = kStages * sizeof(Tiles);

using Sums = float[kTileCols / 8][4];

// Where a piece is in its row: the products want the same places as step 6.
__device__ int swizzled(int row, int piece) {
  return (piece ^ row % 8) * kPiece;
}

__device__ void start_copies(Tiles& to, Source<T>& a, Source<T>& b) {
  const int y = threadIdx.x * kPiece / kRow;
  const int col = swizzled(y, threadIdx.x % (kRow / kPiece));
#pragma unroll
  for (int row = 0; row < kTileRows; row += kCopyRows) {
    __pipeline_memcpy_async(&to.a[row + y][col], a.next, 16);
    a.next += a.step;
  }
#pragma unroll
  for (int row = 0; row < kTileDepth; row += kCopyRows) {
#pragma unroll
    for (int strip = 0; strip < kStrips; ++strip) {
      __pipeline_memcpy_async(&to.b[strip][row + y][col], b.next + strip * kRow, 16);
    }
    b.next += b.step;
  }
}

// C = A * B, a tile of C per block, half of its rows per warpgroup.
//   a [m, k], b [k, n] bf16, c [m, n] fp32; row-major, packed, device memory
//   grid (n/kTileCols, m/kTileRows), block kThreads, kSharedBytes of shared memory
//   m, n, k multiples of kTileRows, kTileCols, kTileDepth
__global__ void __launch_bounds__(kThreads)
    warpgroups_kernel(const T* a, const T* b, float* c, int n, int k) {
  extern __shared__ __align__(1024) char shared[];
  Tiles* const stages = reinterpret_cast<Tiles*>(shared);
  const int row0 = blockIdx.y * kTileRows, col0 = blockIdx.x * kTileCols;
  const int group_row = threadIdx.x / 128 * kGroupRows;  // in the block's tile
  const int y = threadIdx.x * kPiece / kRow, x = threadIdx.x * kPiece % kRow;
  Source<T> of_a{&a[(row0 + y) * k + x], long(kCopyRows) * k};
  Source<T> of_b{&b[y * n + col0 + x], long(kCopyRows) * n};
  const auto start = [&](int tile) {  // behind the last tile groups are empty
    if (tile * kTileDepth < k) {
      start_copies(stages[tile % kStages], of_a, of_b);
    }
    of_a.next += kTileDepth - long(kTileRows) * k;
    __pipeline_commit();
  };
  for (int tile = 0; tile < kStages - 1; ++tile) {
    start(tile);
  }
  Sums sums = {};
  for (int tile = 0; tile * kTileDepth < k; ++tile) {
    __pipeline_wait_prior(kStages - 2);  // until the thread's copies of this tile have arrived
    show_to_products();
    __syncthreads();  // waits for all copies of it, and for all products of the one before
    start(tile + kStages - 1);
    const Tiles& now = stages[tile % kStages];
    begin_products();
#pragma unroll
    for (int p = 0; p < kTileDepth; p += kDepth) {
      start_product(sums, describe(&now.a[group_row][p]), describe(now.b[0][p], sizeof now.b[0]));
    }
    end_group();
    wait_for_groups<0>();
  }
  store(sums, &c[(row0 + group_row) * n + col0], n);
}

extern "C" void matmul(const T* a, const T* b, float* c, int m, int n, int k) {
  launch_for_tiles(warpgroups_kernel, {kTileRows, kTileCols, kTileDepth, kThreads, kSharedBytes}, a,
                   b, c, m, n, k);
}
