// Tensor cores, step 9 in TF32. Operands of 4 bytes in shared memory must have rows along k, which
// B has not: so C is computed transposed, B * A, and B comes from registers. Copies round. Hopper
// only.
#include <gemmlab/matmul.h>

#include <algorithm>

#include "any_size.cuh"
#include "hopper.cuh"

using T = float;
constexpr int kDepth = 8;       // of a product, which is 64 x 256
constexpr int kTileRows = 256;  // the block's tile of C
constexpr int kTileCols = 128;
constexpr int kTileDepth = 32;  // and the part of k that is in a stage
constexpr int kGroupCols = 64;  // of a warpgroup, which has all rows
constexpr int kStages = 4;
constexpr int kBand = 8;                                // rows of tiles that are taken together
constexpr int kConsumers = kTileCols / kGroupCols * 4;  // warps that multiply
constexpr int kThreads = (kConsumers + 4) * 32;         // and a warpgroup that copies
constexpr int kRow = 32;                                // elements of a row in shared memory
constexpr int kStrips = kTileCols / kRow;               // B's tile has so many in each row

struct Tiles {
  alignas(1024) T a[kTileRows][kRow];  // [256, 32] of A
  T b[kStrips][kTileDepth][kRow];      // [32, 128] of B, 32 columns after the other
};
struct Shared {
  Tiles stages[kStages];
  Barrier full[kStages];   // the copies have arrived
  Barrier empty[kStages];  // all products that read them are done
};

using Sums = float[kTileRows / 8][4];

// Copies what a tile of C needs, as soon as stages are empty.
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

// Where two columns of B of a lane begin, in a strip of which a warp uses half: with these, loads
// from four rows meet 32 different banks.
__device__ int lane_col() {
  const int warp = threadIdx.x / 32, g = threadIdx.x % 32 / 4;
  return g / 2 % 2 * 16 + warp % 2 * 8 + g / 4 * 4 + g % 2 * 2;
}

// Adds the products of a tile of C, as soon as stages are full.
__device__ void multiply_tiles(Sums& sums, Shared& shared, Turn<kStages>& turn, int k) {
  const int col = lane_col();
  for (int k0 = 0; k0 < k; k0 += kTileDepth, turn.next()) {
    const Tiles& now = shared.stages[turn.stage];
    wait(shared.full[turn.stage], turn.phase);
    float frags[kTileDepth / kDepth][4];  // of B, transposed: its columns are rows
#pragma unroll
    for (int p = 0; p < kTileDepth; p += 4) {
      const int row = p + threadIdx.x % 4;
      const float* const from = &now.b[threadIdx.x / 64][row][col ^ row % 8 * 4];  // swizzled
      const float2 pair = *reinterpret_cast<const float2*>(from);
      frags[p / kDepth][p / 4 % 2 * 2] = pair.x;
      frags[p / kDepth][p / 4 % 2 * 2 + 1] = pair.y;
    }
    begin_products();
#pragma unroll
    for (int p = 0; p < kTileDepth; p += kDepth) {
      start_product(sums, frags[p / kDepth], describe(&now.a[0][p]));
    }
    end_group();
    wait_for_groups<0>();
    if (threadIdx.x % 32 == 0) {
      arrive(shared.empty[turn.stage]);
    }
  }
}

__device__ void store_transposed(const Sums& sums, float* c, int n) {
  const int row = threadIdx.x % 4 * 2;
  const int col = threadIdx.x / 64 * kRow + lane_col();
  for (int j = 0; j < kTileRows / 8; ++j) {
    for (int e = 0; e < 2; ++e) {
      *reinterpret_cast<float2*>(&c[(j * 8 + row + e) * n + col]) =
          make_float2(sums[j][e], sums[j][e + 2]);
    }
  }
}

// C = A * B, tiles of C one after the other, half of their columns per warpgroup.
//   a [m, k], b [k, n], c [m, n] fp32; row-major, packed, device memory
//   grid any, block kThreads, sizeof(Shared) bytes of shared memory
//   m, n, k multiples of kTileRows, kTileCols, kTileDepth
__global__ void __launch_bounds__(kThreads)
    whole_chip_tf32_kernel(const __grid_constant__ CUtensorMap a,
                           const __grid_constant__ CUtensorMap b, float* c, int m, int n, int k) {
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
  const int rows = m / kTileRows, cols = n / kTileCols;
  Turn<kStages> turn;
  if (threadIdx.x / 32 >= kConsumers) {
    give_registers<40>();
    for (int tile = blockIdx.x; tile < rows * cols; tile += gridDim.x) {
      if (threadIdx.x == kConsumers * 32) {
        copy_tiles(shared, turn, a, b, in_bands<kBand, kTileRows, kTileCols>(tile, rows, cols), k);
      }
    }
    return;
  }
  take_registers<232>();
  for (int tile = blockIdx.x; tile < rows * cols; tile += gridDim.x) {
    const Place place = in_bands<kBand, kTileRows, kTileCols>(tile, rows, cols);
    Sums sums = {};
    multiply_tiles(sums, shared, turn, k);
    store_transposed(sums, &c[place.row0 * n + place.col0], n);
  }
}

extern "C" void matmul(const T* a, const T* b, float* c, int m, int n, int k) {
  cudaFuncSetAttribute(whole_chip_tf32_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                       sizeof(Shared));
  with_whole_tiles(
      {kTileRows, kTileCols, kTileDepth, kThreads}, a, b, c, m, n, k,
      [](const T* a, const T* b, float* c, int m, int n, int k) {
        int multiprocessors = 0;
        cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0);
        const int tiles = m / kTileRows * (n / kTileCols);
        whole_chip_tf32_kernel<<<std::min(tiles, multiprocessors), kThreads, sizeof(Shared)>>>(
            describe_matrix(a, m, k, kTileRows), describe_matrix(b, k, n, kTileDepth), c, m, n, k);
      });
}
