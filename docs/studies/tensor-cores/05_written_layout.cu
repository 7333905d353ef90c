// Tensor cores, step 5: mma.sync, whose manual says which lane holds what. A sum does not depend on
// the order of k, and C's columns can be in any: so a lane takes neighbours, with wide loads.
#include <cuda_pipeline.h>
#include <gemmlab/matmul.h>

#include "any_size.cuh"
#include "instructions.cuh"

constexpr int kDepth = 8;                        // of mma.sync, which is 16 x 8
constexpr int kTileRows = 128, kTileCols = 256;  // the block's tile of C
constexpr int kTileDepth = 32;                   // and the part of k that is in a stage
constexpr int kWarpRows = 64, kWarpCols = 64;    // the warp's tile of C
constexpr int kStages = 4;                       // one is read, the others are being filled
constexpr int kWarpsAcross = kTileCols / kWarpCols;
constexpr int kThreads = kTileRows / kWarpRows * kWarpsAcross * 32;
constexpr int kQuadsA = kTileDepth / 4;  // of a row
constexpr int kQuadsB = kTileCols / 4;
constexpr int kParts = kTileDepth / kDepth;  // in which a stage is filled
constexpr int kPadA = 8;  // half a warp's loads from 4 rows of A meet 32 different banks
constexpr int kPadB = 4;  // and a quarter's from 4 rows of B, two apart

struct Tiles {
  alignas(16) float a[kTileRows][kTileDepth + kPadA];  // [128, 32 + 8] of A
  alignas(16) float b[kTileDepth][kTileCols + kPadB];  // [32, 256 + 4] of B
};

struct Fragments {
  float a[kWarpRows / 16][4];
  float b[kWarpCols / 8][2];
};
using Sums = float[kWarpRows / 16][kWarpCols / 8][4];

// Copies a part of the rows of both tiles.
__device__ void start_copies(Tiles& to, Source<float>& a, Source<float>& b, int part) {
  constexpr int kRowsA = kTileRows / kParts, kRowsB = kTileDepth / kParts;
#pragma unroll
  for (int y = part * kRowsA; y < (part + 1) * kRowsA; y += kThreads / kQuadsA) {
    const int row = y + threadIdx.x / kQuadsA;
    __pipeline_memcpy_async(&to.a[row][threadIdx.x % kQuadsA * 4], a.next, 16);
    a.next += a.step;
  }
#pragma unroll
  for (int y = part * kRowsB; y < (part + 1) * kRowsB; y += kThreads / kQuadsB) {
    const int row = y + threadIdx.x / kQuadsB;
    __pipeline_memcpy_async(&to.b[row][threadIdx.x % kQuadsB * 4], b.next, 16);
    b.next += b.step;
  }
}

// Columns t and t + 4 of the instruction's A are columns 2t and 2t + 1 of the tile, and column g of
// four products in a row is one of C's columns 4g to 4g + 3.
__device__ void fetch(Fragments& frags, const Tiles& tiles, int p, int warp_row, int warp_col) {
  const int g = threadIdx.x % 32 / 4, t = threadIdx.x % 4;
#pragma unroll
  for (int i = 0; i < kWarpRows / 8; ++i) {
    const float* const from = &tiles.a[warp_row + i * 8 + g][p + 2 * t];
    const float2 pair = *reinterpret_cast<const float2*>(from);
    frags.a[i / 2][i % 2] = nearly_rounded(pair.x);
    frags.a[i / 2][i % 2 + 2] = nearly_rounded(pair.y);
  }
#pragma unroll
  for (int j = 0; j < kWarpCols / 8; j += 4) {
#pragma unroll
    for (int y = 0; y < 2; ++y) {
      const float* const from = &tiles.b[p + 2 * t + y][warp_col + j * 8 + 4 * g];
      const float4 quad = *reinterpret_cast<const float4*>(from);
      frags.b[j][y] = nearly_rounded(quad.x);
      frags.b[j + 1][y] = nearly_rounded(quad.y);
      frags.b[j + 2][y] = nearly_rounded(quad.z);
      frags.b[j + 3][y] = nearly_rounded(quad.w);
    }
  }
}

// So a lane has 8 neighbours in a row of C: columns 2t and 2t + 1 of four products.
__device__ void store(const Sums& sums, float* c, int n) {
  const int g = threadIdx.x % 32 / 4, t = threadIdx.x % 4;
  for (int i = 0; i < kWarpRows / 16; ++i) {
    for (int j = 0; j < kWarpCols / 8; j += 4) {
      for (int e = 0; e < 4; ++e) {
        float* const to = &c[(i * 16 + e / 2 * 8 + g) * n + j * 8 + 8 * t + e % 2 * 4];
        *reinterpret_cast<float4*>(to) =
            make_float4(sums[i][j][e], sums[i][j + 1][e], sums[i][j + 2][e], sums[i][j + 3][e]);
      }
    }
  }
}

// C = A * B in TF32, a tile of C per block, a part of it per warp.
//   a [m, k], b [k, n], c [m, n]   fp32, row-major, packed, device memory
//   grid (n/kTileCols, m/kTileRows), block kThreads, kStages * sizeof(Tiles) bytes of shared memory
//   m, n, k multiples of kTileRows, kTileCols, kTileDepth
__global__ void __launch_bounds__(kThreads)
    written_layout_kernel(const float* a, const float* b, float* c, int n, int k) {
  extern __shared__ char shared[];
  Tiles* const stages = reinterpret_cast<Tiles*>(shared);
  const int row0 = blockIdx.y * kTileRows, col0 = blockIdx.x * kTileCols;
  const int warp_row = threadIdx.x / 32 / kWarpsAcross * kWarpRows;  // in the block's tile
  const int warp_col = threadIdx.x / 32 % kWarpsAcross * kWarpCols;
  const int thread = threadIdx.x;
  Source<float> of_a{&a[(row0 + thread / kQuadsA) * k + thread % kQuadsA * 4],
                     long(kThreads / kQuadsA) * k};
  Source<float> of_b{&b[thread / kQuadsB * n + col0 + thread % kQuadsB * 4],
                     long(kThreads / kQuadsB) * n};
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
          multiply_tf32(sums[i][j], frags[part % 2].a[i], frags[part % 2].b[j]);
        }
      }
    }
  }
  store(sums, &c[(row0 + warp_row) * n + col0 + warp_col], n);
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  launch_for_tiles(written_layout_kernel,
                   {kTileRows, kTileCols, kTileDepth, kThreads, kStages * sizeof(Tiles)}, a, b, c,
                   m, n, k);
}
