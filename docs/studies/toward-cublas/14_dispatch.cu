// Toward cuBLAS, step 14: dispatch. The kernel to ship: right at any size, and chosen by one rule.
// Large products of friendly extents, whose tiles fill the GPU, take large.cuh; all others the
// number of parts of k that a short model of the GPU finds fastest.
#include <gemmlab/matmul.h>

#include "atomics.cuh"
#include "large.cuh"
#include "pieces.cuh"

// With true all runs give the same bits; small products then take up to a third longer.
constexpr bool kSameBits = false;

constexpr double kFull = 0.9;  // so much of the GPU must large tiles fill on average
constexpr double kAlone =
    0.58;  // the time of a block alone on its multiprocessor, over two blocks'
constexpr double kPerPart = 1.1;                // the time to begin and end a part, in depth tiles
constexpr int kMostWaves = kSameBits ? 6 : 16;  // of parts; each has a piece in the workspace

// C = A * B, 8 x 8 elements of C per thread, operands staged tile by tile in shared memory.
//   a [m, k], b [k, n], c [m, n]   fp32, row-major, packed, device memory; c overlaps neither, and
//   is 0 at first if blocks share a tile and do not join
//   space     for as many pieces as there are blocks, if blocks share a tile and join
//   kCopy     copy_for(m, n, k)
//   one       1: see quad_of
//   grid (ceil(n/kTileCols), ceil(m/kTileRows), parts of k), block kThreads, 67 kB of dynamic
//   shared memory
//   any m, n, k >= 1, parts at most ceil(k/kTileDepth); the launch does not wait; the caller checks
//   for launch errors
template <Copy kCopy>
__global__ void __launch_bounds__(kThreads, kBlocksAtOnce)
    parts_kernel(const float* a, const float* b, float* c, int m, int n, int k, Workspace space,
                 float one) {
  extern __shared__ float4 shared[];
  Tiles* const stages = reinterpret_cast<Tiles*>(shared);  // [2]: one read, one being filled
  const int row0 = blockIdx.y * kTileRows;                 // where the block's tile of C begins
  const int col0 = blockIdx.x * kTileCols;
  const int parts = gridDim.z, part = blockIdx.z;
  const int depth = (k + kTileDepth - 1) / kTileDepth;
  const int begin = part * (depth / parts) + min(part, depth % parts);
  const int end = begin + depth / parts + (part < depth % parts);  // the part, in depth tiles
  Sums sums = {};
  add_products<kCopy>(sums, stages, a, b, m, n, k, row0, col0, begin * kTileDepth,
                      min(end * kTileDepth, k));
  const int tile = blockIdx.y * gridDim.x + blockIdx.x;
  if (parts == 1) {
    store<kCopy>(sums, c, m, n, row0, col0, one);
  } else if constexpr (!kSameBits) {
    add<kCopy>(sums, c, m, n, row0, col0, one);
  } else if (join(sums, space, tile * parts, parts, part, one)) {
    store<kCopy>(sums, c, m, n, row0, col0, one);
  }
}

int divided_up(int x, int by) {
  return (x + by - 1) / by;
}

// The time of a product whose tiles are cut in so many parts, in times of a depth tile on a busy
// multiprocessor.
double time_of(int tiles, int depth, int parts, int places) {
  const int last = tiles * parts % places;  // blocks in the last wave
  const double last_wave = last == 0 ? 0 : last <= places / kBlocksAtOnce ? kAlone : 1;
  return (tiles * parts / places + last_wave) * (double(depth) / parts + kPerPart);
}

// The number of parts that takes least time, each with at least two depth tiles.
int best_parts(int tiles, int depth, int places) {
  const int most = std::clamp(kMostWaves * places / tiles, 1, std::max(1, depth / 2));
  int best = 1;
  for (int parts = 2; parts <= most; ++parts) {
    if (time_of(tiles, depth, parts, places) < time_of(tiles, depth, best, places)) {
      best = parts;
    }
  }
  return best;
}

// Whether large.cuh takes a product: its tiles fill the GPU, and transposing A costs little.
bool is_large(int m, int n, int k, int multiprocessors) {
  const int tiles = divided_up(m, large::kTileRows) * divided_up(n, large::kTileCols);
  const int waves = divided_up(tiles, multiprocessors);
  return n % large::kTileCols == 0 && k % large::kTileDepth == 0 && n >= 2048 &&
         tiles >= kFull * waves * multiprocessors &&
         (m + double(large::kTileRows)) * k < 2147483648.0;  // an int can index A transposed
}

void launch_large(const float* a, const float* b, float* c, int m, int n, int k) {
  static float* transposed = nullptr;  // kept from call to call, and grows
  static size_t bytes = 0;
  const int rows = divided_up(m, large::kTileRows) * large::kTileRows;
  const size_t needed = sizeof(float) * rows * k;
  if (needed > bytes) {
    cudaFree(transposed);
    cudaMalloc(&transposed, needed);
    bytes = needed;
  }
  const dim3 squares(divided_up(k, large::kSquare), rows / large::kSquare);
  large::transpose_kernel<<<squares, dim3(large::kSquare, 8)>>>(a, transposed, m, k, rows);
  const int tiles = rows / large::kTileRows * (n / large::kTileCols);
  large::large_kernel<<<tiles, large::kThreads>>>(transposed, b, c, m, n, k, rows, 1);
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  static const int places = places_for(parts_kernel<Copy::quads>);
  static const Workspace space = kSameBits ? workspace_for(kMostWaves * places) : Workspace{};
  if (is_large(m, n, k, places / kBlocksAtOnce)) {
    launch_large(a, b, c, m, n, k);
    return;
  }
  const int rows = divided_up(m, kTileRows), cols = divided_up(n, kTileCols);
  const int parts = best_parts(rows * cols, divided_up(k, kTileDepth), places);
  const Copy copy = copy_for(m, n, k);
  const auto kernel = copy == Copy::whole     ? parts_kernel<Copy::whole>
                      : copy == Copy::quads   ? parts_kernel<Copy::quads>
                      : copy == Copy::singles ? parts_kernel<Copy::singles>
                                              : parts_kernel<Copy::any>;
  if (parts > 1 && !kSameBits) {
    cudaMemsetAsync(c, 0, sizeof(float) * m * n);
  }
  cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, kSharedBytes);
  kernel<<<dim3(cols, rows, parts), kThreads, kSharedBytes>>>(a, b, c, m, n, k, space, 1);
}
