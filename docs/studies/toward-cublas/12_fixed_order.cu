// Toward cuBLAS, step 12: fixed order. The parts of k are added in the order of k by the block that
// is ready last, instead of by atomics: so all runs give the same bits, and C need not be 0.
#include <gemmlab/matmul.h>

#include "pieces.cuh"

// C = A * B, 8 x 8 elements of C per thread, operands staged tile by tile in shared memory.
//   product   fp32, row-major, device memory; c overlaps neither a nor b
//   space     for as many pieces as there are blocks, if blocks share a tile
//   kCopy     copy_for(m, n, k)
//   grid (ceil(n/kTileCols), ceil(m/kTileRows), parts of k), block kThreads, 67 kB of dynamic
//   shared memory
//   any m, n, k >= 1, parts at most ceil(k/kTileDepth); the launch does not wait; the caller checks
//   for launch errors
template <Copy kCopy>
__global__ void __launch_bounds__(kThreads, kBlocksAtOnce)
    fixed_order_kernel(Product product, Workspace space) {
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
  const int tile = blockIdx.y * gridDim.x + blockIdx.x;
  if (parts == 1) {
    store<kCopy>(sums, product, row0, col0);
  } else if (join(sums, space, tile * parts, parts, part, product.one)) {
    store<kCopy>(sums, product, row0, col0);
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const Copy copy = copy_for(m, n, k);
  const auto kernel = copy == Copy::whole     ? fixed_order_kernel<Copy::whole>
                      : copy == Copy::quads   ? fixed_order_kernel<Copy::quads>
                      : copy == Copy::singles ? fixed_order_kernel<Copy::singles>
                                              : fixed_order_kernel<Copy::any>;
  static const int places = places_for(fixed_order_kernel<Copy::quads>);
  static const Workspace space = workspace_for(places);
  const int rows = (m + kTileRows - 1) / kTileRows;
  const int cols = (n + kTileCols - 1) / kTileCols;
  const int depth = (k + kTileDepth - 1) / kTileDepth;
  // each part has a place, and at least two depth tiles: while one is used the next one is copied
  const int parts = std::max(1, std::min(places / (rows * cols), depth / 2));
  cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, kSharedBytes);
  kernel<<<dim3(cols, rows, parts), kThreads, kSharedBytes>>>(Product{a, b, c, m, n, k, n, n},
                                                              space);
}
