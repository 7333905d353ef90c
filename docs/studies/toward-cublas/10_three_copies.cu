// Toward cuBLAS, step 10: three copies. Inside of the matrices, any width is copied without a look
// at where each element is; only blocks at an edge, and the last depth tile, look. What changed in
// step 9's loop is in tile.cuh.
#include <gemmlab/matmul.h>

#include "tile.cuh"

// C = A * B, 8 x 8 elements of C per thread, operands staged tile by tile in shared memory.
//   product   fp32, row-major, device memory; c overlaps neither a nor b
//   kCopy     copy_for(m, n, k)
//   grid (ceil(n/kTileCols), ceil(m/kTileRows)), block kThreads, 67 kB of dynamic shared memory
//   any m, n, k >= 1; the launch does not wait; the caller checks for launch errors
template <Copy kCopy>
__global__ void __launch_bounds__(kThreads, kBlocksAtOnce) three_copies_kernel(Product product) {
  extern __shared__ float4 shared[];
  Tiles* const stages = reinterpret_cast<Tiles*>(shared);  // [2]: one read, one being filled
  const int row0 = blockIdx.y * kTileRows;                 // where the block's tile of C begins
  const int col0 = blockIdx.x * kTileCols;
  Sums sums = {};
  add_products<kCopy>(sums, stages, product, row0, col0, 0, product.k);
  store<kCopy>(sums, product, row0, col0);
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const dim3 grid((n + kTileCols - 1) / kTileCols, (m + kTileRows - 1) / kTileRows);
  const Copy copy = copy_for(m, n, k);
  const auto kernel = copy == Copy::whole     ? three_copies_kernel<Copy::whole>
                      : copy == Copy::quads   ? three_copies_kernel<Copy::quads>
                      : copy == Copy::singles ? three_copies_kernel<Copy::singles>
                                              : three_copies_kernel<Copy::any>;
  cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, kSharedBytes);
  kernel<<<grid, kThreads, kSharedBytes>>>(Product{a, b, c, m, n, k, n, n});
}
