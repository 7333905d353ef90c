// Tensor cores, step 4: copies are asynchronous and some tiles ahead, and the next fragments are
// loaded while the current ones are multiplied. T is the switch: float for TF32, bf16 or fp16.
#include <cuda_pipeline.h>
#include <gemmlab/matmul.h>
#include <mma.h>

#include <type_traits>

#include "any_size.cuh"

using namespace nvcuda;

using T = GEMMLAB_ELEMENT;
constexpr bool kIsTf32 = std::is_same_v<T, float>;

constexpr int kRows = 16, kCols = 16, kDepth = kIsTf32 ? 8 : 16;  // of a warp's product
constexpr int kTileRows = 128;                                    // the block's tile of C
constexpr int kTileCols = 256;
constexpr int kTileDepth = 128 / sizeof(T);  // and the part of k in a stage: 128 bytes of a row
constexpr int kWarpRows = 64;                // the warp's tile of C
constexpr int kWarpCols = 64;
constexpr int kStages = 4;  // one is read, the others are being filled
constexpr int kThreads = kTileRows / kWarpRows * (kTileCols / kWarpCols) * 32;
constexpr int kPiece = 16 / sizeof(T);  // elements that are copied at once

// A warp reads 8 rows of A, 16 bytes of each; of B 4 rows of floats, or 8 of halves, also 32 or 16
// bytes of each: with these pads they are in 32 different banks.
constexpr int kPadA = 16 / sizeof(T);
constexpr int kPadB = 8;

struct Tiles {
  alignas(32) T a[kTileRows][kTileDepth + kPadA];  // [128, 32 + 4] of A, or [128, 64 + 8]
  alignas(32) T b[kTileDepth][kTileCols + kPadB];  // [32, 256 + 8] of B, or [64, 256 + 8]
};
constexpr int kSharedBytes = kStages * sizeof(Tiles);

using Format = std::conditional_t<kIsTf32, wmma::precision::tf32, T>;
using FragmentA = wmma::fragment<wmma::matrix_a, kRows, kCols, kDepth, Format, wmma::row_major>;
using FragmentB = wmma::fragment<wmma::matrix_b, kRows, kCols, kDepth, Format, wmma::row_major>;
using Sums = wmma::fragment<wmma::accumulator, kRows, kCols, kDepth, float>;

struct Fragments {
  FragmentA a[kWarpRows / kRows];
  FragmentB b[kWarpCols / kCols];
};

// bf16 and fp16 are what they are.
template <class Fragment>
__device__ void round_to_tf32(Fragment& frag) {
  if constexpr (kIsTf32) {
    for (int i = 0; i < frag.num_elements; ++i) {
      frag.x[i] = wmma::__float_to_tf32(frag.x[i]);
    }
  }
}

// Starts the thread's copies to a tile, 16 bytes each.
template <int kWidth, int kHeight, int kPitch>
__device__ void start_copies(T (&tile)[kHeight][kPitch], const T* from, int stride) {
  constexpr int kPieces = kWidth / kPiece;  // of a row
#pragma unroll
  for (int y = 0; y < kHeight; y += kThreads / kPieces) {
    const int row = y + threadIdx.x / kPieces;
    const int col = threadIdx.x % kPieces * kPiece;
    __pipeline_memcpy_async(&tile[row][col], &from[row * stride + col], 16);
  }
}

__device__ void fetch(Fragments& frags, const Tiles& tiles, int p, int warp_row, int warp_col) {
#pragma unroll
  for (int i = 0; i < kWarpRows / kRows; ++i) {
    wmma::load_matrix_sync(frags.a[i], &tiles.a[warp_row + i * kRows][p], kTileDepth + kPadA);
    round_to_tf32(frags.a[i]);
  }
#pragma unroll
  for (int j = 0; j < kWarpCols / kCols; ++j) {
    wmma::load_matrix_sync(frags.b[j], &tiles.b[p][warp_col + j * kCols], kTileCols + kPadB);
    round_to_tf32(frags.b[j]);
  }
}

// C = A * B, a tile of C per block, a part of it per warp.
//   a [m, k], b [k, n] of T, c [m, n] fp32; row-major, packed, device memory
//   grid (n/kTileCols, m/kTileRows), block kThreads, kSharedBytes of shared memory
//   m, n, k multiples of kTileRows, kTileCols, kTileDepth
__global__ void __launch_bounds__(kThreads)
    async_stages_kernel(const T* a, const T* b, float* c, int n, int k) {
  extern __shared__ char shared[];
  Tiles* const stages = reinterpret_cast<Tiles*>(shared);
  const int row0 = blockIdx.y * kTileRows, col0 = blockIdx.x * kTileCols;
  const int warp = threadIdx.x / 32;
  const int warp_row = warp / (kTileCols / kWarpCols) * kWarpRows;  // in the block's tile
  const int warp_col = warp % (kTileCols / kWarpCols) * kWarpCols;
  const auto start = [&](int tile) {  // behind the last tile the group is empty
    if (const int k0 = tile * kTileDepth; k0 < k) {
      Tiles& to = stages[tile % kStages];
      start_copies<kTileDepth>(to.a, &a[row0 * k + k0], k);
      start_copies<kTileCols>(to.b, &b[k0 * n + col0], n);
    }
    __pipeline_commit();
  };
  for (int tile = 0; tile < kStages - 1; ++tile) {
    start(tile);
  }
  __pipeline_wait_prior(kStages - 2);  // until the thread's copies of tile 0 have arrived
  __syncthreads();                     // waits for all threads' copies
  Fragments frags[2];
  Sums sums[kWarpRows / kRows][kWarpCols / kCols];
  for (auto& row : sums) {
    for (Sums& sum : row) {
      wmma::fill_fragment(sum, 0.0f);
    }
  }
  fetch(frags[0], stages[0], 0, warp_row, warp_col);
  for (int tile = 0; tile < k / kTileDepth; ++tile) {
    start(tile + kStages - 1);
#pragma unroll
    for (int step = 0; step < kTileDepth / kDepth; ++step) {
      const int next = (step + 1) % (kTileDepth / kDepth);
      if (next == 0) {  // the next fragments are in the next stage
        __pipeline_wait_prior(kStages - 2);
        __syncthreads();  // waits for all copies of it, and for every reader of this one
      }
      fetch(frags[next % 2], stages[(tile + (next == 0)) % kStages], next * kDepth, warp_row,
            warp_col);
#pragma unroll
      for (int i = 0; i < kWarpRows / kRows; ++i) {
#pragma unroll
        for (int j = 0; j < kWarpCols / kCols; ++j) {
          wmma::mma_sync(sums[i][j], frags[step % 2].a[i], frags[step % 2].b[j], sums[i][j]);
        }
      }
    }
  }
  for (int i = 0; i < kWarpRows / kRows; ++i) {
    for (int j = 0; j < kWarpCols / kCols; ++j) {
      float* const to = &c[(row0 + warp_row + i * kRows) * n + col0 + warp_col + j * kCols];
      wmma::store_matrix_sync(to, sums[i][j], n, wmma::mem_row_major);
    }
  }
}

extern "C" void matmul(const T* a, const T* b, float* c, int m, int n, int k) {
  launch_for_tiles(async_stages_kernel, {kTileRows, kTileCols, kTileDepth, kThreads, kSharedBytes},
                   a, b, c, m, n, k);
}
