// Toward cuBLAS, step 11: split k. Where there are fewer tiles of C than places for blocks, several
// blocks share a tile: each adds the products of its part of k, and then its sums to C, with
// atomics. Their order differs from run to run, and so do the last bits.
#include <gemmlab/matmul.h>

#include "atomics.cuh"

// C = A * B, 8 x 8 elements of C per thread, operands staged tile by tile in shared memory.
//   product   fp32, row-major, device memory; c overlaps neither a nor b, and
//   is 0 at first if blocks share a tile
//   kCopy     copy_for(m, n, k)
//   grid (ceil(n/kTileCols), ceil(m/kTileRows), parts of k), block kThreads, 67 kB of dynamic
//   shared memory
//   any m, n, k >= 1, parts at most ceil(k/kTileDepth); the launch does not wait; the caller checks
//   for launch errors
template <Copy kCopy>
__global__ void __launch_bounds__(kThreads, kBlocksAtOnce) split_k_kernel(Product product) {
  extern __shared__ float4 shared[];
  Tiles* const stages = reinterpret_cast<Tiles*>(shared);  // [2]: one read, one being filled
  const int row0 = blockIdx.y * kTileRows;                 // where the block's tile of C begins
  const int col0 = blockIdx.x * kTileCols;
  const int parts = gridDim.z, part = blockIdx.z;
  const int depth = (product.k + kTileDepth - 1) / kTileDepth;
  const int begin = part * (depth / parts) + min(part, depth % parts);
  const int end = begin + depth / parts + (part < depth % parts);  // the part, in depth tiles
  Sums sums = {};
  add_products<kCopy>(sums, stages, product, row0, col0, begin * kTileDepth,
                      min(end * kTileDepth, product.k));
  if (parts == 1) {
    store<kCopy>(sums, product, row0, col0);
  } else {
    add<kCopy>(sums, product, row0, col0);
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const Copy copy = copy_for(m, n, k);
  const auto kernel = copy == Copy::whole     ? split_k_kernel<Copy::whole>
                      : copy == Copy::quads   ? split_k_kernel<Copy::quads>
                      : copy == Copy::singles ? split_k_kernel<Copy::singles>
                                              : split_k_kernel<Copy::any>;
  static const int places = places_for(split_k_kernel<Copy::quads>);
  const int rows = (m + kTileRows - 1) / kTileRows;
  const int cols = (n + kTileCols - 1) / kTileCols;
  const int depth = (k + kTileDepth - 1) / kTileDepth;
  // each part has a place, and at least two depth tiles: while one is used the next one is copied
  const int parts = std::max(1, std::min(places / (rows * cols), depth / 2));
  if (parts > 1) {
    cudaMemsetAsync(c, 0, sizeof(float) * m * n);
  }
  cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, kSharedBytes);
  kernel<<<dim3(cols, rows, parts), kThreads, kSharedBytes>>>(Product{a, b, c, m, n, k, n, n});
}
