// Tensor cores, step 2: a block stages tiles of A and B in shared memory; 8 warps share them, and
// each uses a fragment twice. Each tile has its own pad.
#include <gemmlab/matmul.h>
#include <mma.h>

#include "any_size.cuh"

using namespace nvcuda;

constexpr int kRows = 16, kCols = 16, kDepth = 8;  // of the product that a warp does at once
constexpr int kTileRows = 64;                      // the block's tile of C
constexpr int kTileCols = 128;
constexpr int kTileDepth = 32;  // and the part of k that is in shared memory at a time
constexpr int kWarpRows = 32;   // the warp's tile of C
constexpr int kWarpCols = 32;
constexpr int kThreads = kTileRows / kWarpRows * (kTileCols / kWarpCols) * 32;

// A warp reads 8 rows and 4 columns of A at once, 4 rows and 8 columns of B: with these pads they
// are in 32 different banks.
constexpr int kPadA = 4;
constexpr int kPadB = 8;

struct Tiles {
  alignas(32) float a[kTileRows][kTileDepth + kPadA];  // [64, 32 + 4] of A
  alignas(32) float b[kTileDepth][kTileCols + kPadB];  // [32, 128 + 8] of B
};

using FragmentA =
    wmma::fragment<wmma::matrix_a, kRows, kCols, kDepth, wmma::precision::tf32, wmma::row_major>;
using FragmentB =
    wmma::fragment<wmma::matrix_b, kRows, kCols, kDepth, wmma::precision::tf32, wmma::row_major>;
using Sums = wmma::fragment<wmma::accumulator, kRows, kCols, kDepth, float>;

// A tensor core ignores the last 13 bits of a float: without this it would cut, not round.
template <class Fragment>
__device__ void round_to_tf32(Fragment& frag) {
  for (int i = 0; i < frag.num_elements; ++i) {
    frag.x[i] = wmma::__float_to_tf32(frag.x[i]);
  }
}

// Copies a tile from a matrix whose rows are `stride` floats apart, four floats at a time.
template <int kTileHeight, int kWidth, int kPitch>
__device__ void copy_tile(float (&tile)[kTileHeight][kPitch], const float* from, int stride) {
  constexpr int kQuads = kWidth / 4;  // of a row
  for (int i = threadIdx.x; i < kTileHeight * kQuads; i += kThreads) {
    const int row = i / kQuads;
    const int col = i % kQuads * 4;
    *reinterpret_cast<float4*>(&tile[row][col]) =
        *reinterpret_cast<const float4*>(&from[row * stride + col]);
  }
}

// C = A * B in TF32, a tile of C per block, a part of it per warp.
//   a [m, k], b [k, n], c [m, n]   fp32, row-major, packed, device memory
//   grid (n/kTileCols, m/kTileRows), block kThreads
//   m, n, k multiples of kTileRows, kTileCols, kTileDepth
__global__ void staged_tiles_kernel(const float* a, const float* b, float* c, int n, int k) {
  __shared__ Tiles tiles;
  const int row0 = blockIdx.y * kTileRows;
  const int col0 = blockIdx.x * kTileCols;
  const int warp = threadIdx.x / 32;
  const int warp_row = warp / (kTileCols / kWarpCols) * kWarpRows;  // in the block's tile
  const int warp_col = warp % (kTileCols / kWarpCols) * kWarpCols;
  FragmentA a_frag[kWarpRows / kRows];
  FragmentB b_frag[kWarpCols / kCols];
  Sums sums[kWarpRows / kRows][kWarpCols / kCols];
  for (auto& row : sums) {
    for (Sums& sum : row) {
      wmma::fill_fragment(sum, 0.0f);
    }
  }
  for (int k0 = 0; k0 < k; k0 += kTileDepth) {
    copy_tile<kTileRows, kTileDepth>(tiles.a, &a[row0 * k + k0], k);
    copy_tile<kTileDepth, kTileCols>(tiles.b, &b[k0 * n + col0], n);
    __syncthreads();  // waits for all copies
    for (int p = 0; p < kTileDepth; p += kDepth) {
      for (int i = 0; i < kWarpRows / kRows; ++i) {
        wmma::load_matrix_sync(a_frag[i], &tiles.a[warp_row + i * kRows][p], kTileDepth + kPadA);
        round_to_tf32(a_frag[i]);
      }
      for (int j = 0; j < kWarpCols / kCols; ++j) {
        wmma::load_matrix_sync(b_frag[j], &tiles.b[p][warp_col + j * kCols], kTileCols + kPadB);
        round_to_tf32(b_frag[j]);
      }
      for (int i = 0; i < kWarpRows / kRows; ++i) {
        for (int j = 0; j < kWarpCols / kCols; ++j) {
          wmma::mma_sync(sums[i][j], a_frag[i], b_frag[j], sums[i][j]);
        }
      }
    }
    __syncthreads();  // waits for all readers of the tiles
  }
  for (int i = 0; i < kWarpRows / kRows; ++i) {
    for (int j = 0; j < kWarpCols / kCols; ++j) {
      float* const to = &c[(row0 + warp_row + i * kRows) * n + col0 + warp_col + j * kCols];
      wmma::store_matrix_sync(to, sums[i][j], n, wmma::mem_row_major);
    }
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  launch_for_tiles(staged_tiles_kernel, {kTileRows, kTileCols, kTileDepth, kThreads}, a, b, c, m, n,
                   k);
}
