// Tensor cores, step 6: in bf16, ldmatrix brings a fragment of 16 x 16 in one instruction; and
// where a row has 128 bytes no pad is needed: its 16-byte pieces are exchanged, a swizzle.
#include <cuda_bf16.h>

#define GEMMLAB_ELEMENT __nv_bfloat16
#define GEMMLAB_SUM float
#include <cuda_pipeline.h>
#include <gemmlab/matmul.h>

#include "any_size.cuh"
#include "instructions.cuh"

using T = __nv_bfloat16;
constexpr int kDepth = 16;                       // of mma.sync, which is 16 x 8
constexpr int kTileRows = 128, kTileCols = 256;  // the block's tile of C
constexpr int kTileDepth = 64;                   // and the part of k that is in a stage
constexpr int kWarpRows = 64, kWarpCols = 64;    // the warp's tile of C
constexpr int kStages = 4;                       // one is read, the others are being filled
constexpr int kWarpsAcross = kTileCols / kWarpCols;
constexpr int kThreads = kTileRows / kWarpRows * kWarpsAcross * 32;
constexpr int kParts = kTileDepth / kDepth;  // in which a stage is filled
constexpr int kPiece = 8;                    // elements: 16 bytes
constexpr int kRow = 64;                     // elements of a row in shared memory: 128 bytes
constexpr int kStrips = kTileCols / kRow;    // B's tile has so many in each row
constexpr int kCopyRows = kThreads * kPiece / kRow;  // that a block copies at once

struct Tiles {
  alignas(1024) T a[kTileRows][kRow];  // [128, 64] of A
  T b[kStrips][kTileDepth][kRow];      // [64, 256] of B, 64 columns after the other
};

struct Fragments {
  unsigned a[kWarpRows / 16][4];
  unsigned b[kWarpCols / 8][2];
};
using Sums = float[kWarpRows / 16][kWarpCols / 8][4];

// Where a piece is in its row: of 8 rows, the pieces of a column are in 32 different banks.
__device__ int swizzled(int row, int piece) {
  return (piece ^ row % 8) * kPiece;
}

// Copies a part of both tiles.
__device__ void start_copies(Tiles& to, Source<T>& a, Source<T>& b, int part) {
  const int y = threadIdx.x * kPiece / kRow, col = swizzled(y, threadIdx.x % (kRow / kPiece));
  constexpr int kRowsA = kTileRows / kParts;
#pragma unroll
  for (int row = part * kRowsA; row < (part + 1) * kRowsA; row += kCopyRows) {
    __pipeline_memcpy_async(&to.a[row + y][col], a.next, 16);
    a.next += a.step;
  }
  constexpr int kCopiesB = kTileDepth / kCopyRows * kStrips / kParts;
#pragma unroll
  for (int i = part * kCopiesB; i < (part + 1) * kCopiesB; ++i) {
    const int strip = i % kStrips, row = i / kStrips * kCopyRows;
    __pipeline_memcpy_async(&to.b[strip][row + y][col], b.next + strip * kRow, 16);
    b.next += strip == kStrips - 1 ? b.step : 0;
  }
}

// Lane l has the address of a row of matrix l / 8, of four of 8 x 8. B's are transposed, because
// the instruction wants neighbours along k in a register.
__device__ void fetch(Fragments& frags, const Tiles& tiles, int p, int warp_row, int warp_col) {
  const int y = threadIdx.x % 16, x = threadIdx.x % 32 / 16;
#pragma unroll
  for (int i = 0; i < kWarpRows / 16; ++i) {
    load_matrices(frags.a[i], &tiles.a[warp_row + i * 16 + y][swizzled(y, p / kPiece + x)]);
  }
#pragma unroll
  for (int j = 0; j < kWarpCols / 8; j += 2) {
    unsigned both[4];
    load_transposed(both, &tiles.b[warp_col / kRow][p + y][swizzled(y, j + x)]);
    for (int e = 0; e < 4; ++e) {
      frags.b[j + e / 2][e % 2] = both[e];
    }
  }
}

__device__ void store(const Sums& sums, float* c, int n) {
  const int g = threadIdx.x % 32 / 4, t = threadIdx.x % 4;
  for (int i = 0; i < kWarpRows / 16; ++i) {
    for (int j = 0; j < kWarpCols / 8; ++j) {
      for (int e = 0; e < 4; e += 2) {
        *reinterpret_cast<float2*>(&c[(i * 16 + e / 2 * 8 + g) * n + j * 8 + 2 * t]) =
            make_float2(sums[i][j][e], sums[i][j][e + 1]);
      }
    }
  }
}

// C = A * B, a tile of C per block, a part of it per warp.
//   a [m, k], b [k, n] bf16, c [m, n] fp32; row-major, packed, device memory
//   grid (n/kTileCols, m/kTileRows), block kThreads, kStages * sizeof(Tiles) bytes of shared memory
//   m, n, k multiples of kTileRows, kTileCols, kTileDepth
__global__ void __launch_bounds__(kThreads)
    swizzle_kernel(const T* a, const T* b, float* c, int n, int k) {
  extern __shared__ char shared[];
  Tiles* const stages = reinterpret_cast<Tiles*>(shared);
  const int row0 = blockIdx.y * kTileRows, col0 = blockIdx.x * kTileCols;
  const int warp_row = threadIdx.x / 32 / kWarpsAcross * kWarpRows;  // in the block's tile
  const int warp_col = threadIdx.x / 32 % kWarpsAcross * kWarpCols;
  const int y = threadIdx.x * kPiece / kRow, x = threadIdx.x * kPiece % kRow;
  Source<T> of_a{&a[(row0 + y) * k + x], long(kCopyRows) * k};
  Source<T> of_b{&b[y * n + col0 + x], long(kCopyRows) * n};
  const auto start = [&](int tile, int part) {  // behind the last tile groups are empty
    if (tile * kTileDepth < k) {
      start_copies(stages[tile % kStages], of_a, of_b, part);
    }
    if (part == kParts - 1) {
      of_a.next += kTileDepth - long(kTileRows) * k;
      __pipeline_commit();
    }
  };
  for (int i = 0; i < (kStages - 1) * kParts; ++i) {
    start(i / kParts, i % kParts);
  }
  __pipeline_wait_prior(kStages - 2);  // until the thread's copies of tile 0 have arrived
  __syncthreads();                     // waits for all threads' copies
  Fragments frags[2];
  Sums sums = {};
  fetch(frags[0], stages[0], 0, warp_row, warp_col);
#pragma unroll kStages
  for (int tile = 0; tile * kTileDepth < k; ++tile) {
#pragma unroll
    for (int part = 0; part < kParts; ++part) {
      start(tile + kStages - 1, part);
      if (part == kParts - 1) {  // the next fragments are in the next stage
        __pipeline_wait_prior(kStages - 2);
        __syncthreads();  // waits for all copies of it, and for every reader of this one
      }
      const int next = part + 1;
      fetch(frags[next % 2], stages[(tile + next / kParts) % kStages], next % kParts * kDepth,
            warp_row, warp_col);
#pragma unroll
      for (int i = 0; i < kWarpRows / 16; ++i) {
#pragma unroll
        for (int j = 0; j < kWarpCols / 8; ++j) {
          multiply_bf16(sums[i][j], frags[part % 2].a[i], frags[part % 2].b[j]);
        }
      }
    }
  }
  store(sums, &c[(row0 + warp_row) * n + col0 + warp_col], n);
}

extern "C" void matmul(const T* a, const T* b, float* c, int m, int n, int k) {
  launch_for_tiles(swizzle_kernel,
                   {kTileRows, kTileCols, kTileDepth, kThreads, kStages * sizeof(Tiles)}, a, b, c,
                   m, n, k);
}
