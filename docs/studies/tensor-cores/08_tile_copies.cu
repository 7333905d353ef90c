// Tensor cores, step 8: one warp does nothing but start copies of whole tiles; the warpgroups only
// multiply. Two barriers for each stage, full and empty, say who may go on. Hopper only.
#include <cuda_bf16.h>

#define GEMMLAB_ELEMENT __nv_bfloat16
#define GEMMLAB_SUM float
#include <gemmlab/matmul.h>

#include "any_size.cuh"
#include "hopper.cuh"

using T = __nv_bfloat16;
constexpr int kDepth = 16;      // of a product, which is 64 x 256
constexpr int kTileRows = 128;  // the block's tile of C
constexpr int kTileCols = 256;
constexpr int kTileDepth = 64;  // and the part of k that is in a stage
constexpr int kGroupRows = 64;  // of a warpgroup, which has all columns
constexpr int kStages = 4;
constexpr int kConsumers = kTileRows / kGroupRows * 4;  // warps that multiply
constexpr int kThreads = (kConsumers + 1) * 32;         // and one that copies
constexpr int kRow = 64;                                // elements of a row in shared memory
constexpr int kStrips = kTileCols / kRow;               // B's tile has so many in each row

struct Tiles {
  alignas(1024) T a[kTileRows][kRow];  // [128, 64] of A
  T b[kStrips][kTileDepth][kRow];      // [64, 256] of B, 64 columns after the other
};
struct Shared {
  Tiles stages[kStages];
  Barrier full[kStages];   // the copies have arrived
  Barrier empty[kStages];  // all products that read them are done
};

using Sums = float[kTileCols / 8][4];

// Copies tile after tile, as soon as its stage is empty.
__device__ void copy_tiles(Shared& shared, Turn<kStages>& turn, const CUtensorMap& a,
                           const CUtensorMap& b, Place place, int k) {
  for (int k0 = 0; k0 < k; k0 += kTileDepth, turn.next()) {
    Tiles& to = shared.stages[turn.stage];
    Barrier& full = shared.full[turn.stage];
    wait(shared.empty[turn.stage], turn.phase ^ 1);  // at first it is
    arrive_and_expect(full, sizeof(Tiles));
    start_tile_copy(to.a, a, place.row0, k0, full);
    for (int strip = 0; strip < kStrips; ++strip) {
      start_tile_copy(to.b[strip], b, k0, place.col0 + strip * kRow, full);
    }
  }
}

// Adds the products of tile after tile, as soon as its stage is full.
__device__ void multiply_tiles(Sums& sums, Shared& shared, Turn<kStages>& turn, int k) {
  const int group_row = threadIdx.x / 128 * kGroupRows;  // in the block's tile
  for (int k0 = 0; k0 < k; k0 += kTileDepth, turn.next()) {
    const Tiles& now = shared.stages[turn.stage];
    wait(shared.full[turn.stage], turn.phase);
    begin_products();
#pragma unroll
    for (int p = 0; p < kTileDepth; p += kDepth) {
      start_product(sums, describe(&now.a[group_row][p]), describe(now.b[0][p], sizeof now.b[0]));
    }
    end_group();
    wait_for_groups<0>();
    if (threadIdx.x % 32 == 0) {
      arrive(shared.empty[turn.stage]);
    }
  }
}

// C = A * B, a tile of C per block, half of its rows per warpgroup.
//   a [m, k], b [k, n] bf16, c [m, n] fp32; row-major, packed, device memory
//   grid (n/kTileCols, m/kTileRows), block kThreads, sizeof(Shared) bytes of shared memory
//   m, n, k multiples of kTileRows, kTileCols, kTileDepth
__global__ void __launch_bounds__(kThreads)
    tile_copies_kernel(const __grid_constant__ CUtensorMap a, const __grid_constant__ CUtensorMap b,
                       float* c, int n, int k) {
  extern __shared__ __align__(1024) char memory[];
  Shared& shared = *reinterpret_cast<Shared*>(memory);
  if (threadIdx.x == 0) {
    for (int stage = 0; stage < kStages; ++stage) {
      init(shared.full[stage], 1);
      init(shared.empty[stage], kConsumers);
    }
    show_barriers();
  }
  __syncthreads();  // waits for the barriers
  const Place place{int(blockIdx.y) * kTileRows, int(blockIdx.x) * kTileCols};
  Turn<kStages> turn;
  if (threadIdx.x / 32 == kConsumers) {
    if (threadIdx.x % 32 == 0) {
      copy_tiles(shared, turn, a, b, place, k);
    }
    return;
  }
  Sums sums = {};
  multiply_tiles(sums, shared, turn, k);
  store(sums, &c[(place.row0 + int(threadIdx.x) / 128 * kGroupRows) * n + place.col0], n);
}

extern "C" void matmul(const T* a, const T* b, float* c, int m, int n, int k) {
  cudaFuncSetAttribute(tile_copies_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                       sizeof(Shared));
  with_whole_tiles({kTileRows, kTileCols, kTileDepth, kThreads}, a, b, c, m, n, k,
                   [](const T* a, const T* b, float* c, int m, int n, int k) {
                     const dim3 grid(n / kTileCols, m / kTileRows);
                     tile_copies_kernel<<<grid, kThreads, sizeof(Shared)>>>(
                         describe_matrix(a, m, k, kTileRows), describe_matrix(b, k, n, kTileDepth),
                         c, n, k);
                   });
}
