// Toward cuBLAS, step 13: even pieces. One launch of as many blocks as have places, for any size:
// the depth tiles of all tiles of C are numbered, and each block takes equally many, wherever tiles
// begin and end. Of several waves, all but the last two are whole tiles, in turns.
#include <gemmlab/matmul.h>

#include "even.cuh"
#include "pieces.cuh"

// C = A * B, 8 x 8 elements of C per thread, operands staged tile by tile in shared memory.
//   product   fp32, row-major, device memory; c overlaps neither a nor b
//   cut       cuts this product; space has room for a piece of each block and each tile that is cut
//   kCopy     copy_for(m, n, k)
//   grid cut.blocks, block kThreads, 67 kB of dynamic shared memory
//   any m, n, k >= 1; the launch does not wait; the caller checks for launch errors
template <Copy kCopy>
__global__ void __launch_bounds__(kThreads, kBlocksAtOnce)
    even_pieces_kernel(Product product, Cut cut, Workspace space) {
  extern __shared__ float4 shared[];
  Tiles* const stages = reinterpret_cast<Tiles*>(shared);  // [2]: one read, one being filled
  __shared__ Item item;  // in shared memory, because the loop needs all registers
  __shared__ int turn;
  if (threadIdx.x == 0) {
    turn = 0;
  }
  while (true) {
    __syncthreads();  // waits for all that still read the item
    if (threadIdx.x == 0) {
      item = item_of(cut, blockIdx.x, turn++);
    }
    __syncthreads();  // waits for the item
    if (item.end == 0) {
      return;
    }
    Sums sums = {};
    add_products<kCopy>(sums, stages, product, item.row0, item.col0, item.begin * kTileDepth,
                        min(item.end * kTileDepth, product.k));
    if (item.count == 1) {
      store<kCopy>(sums, product, item.row0, item.col0);
    } else if (join(sums, space, item.first, item.count, item.mine, product.one)) {
      store<kCopy>(sums, product, item.row0, item.col0);
    }
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const Copy copy = copy_for(m, n, k);
  const auto kernel = copy == Copy::whole     ? even_pieces_kernel<Copy::whole>
                      : copy == Copy::quads   ? even_pieces_kernel<Copy::quads>
                      : copy == Copy::singles ? even_pieces_kernel<Copy::singles>
                                              : even_pieces_kernel<Copy::any>;
  static const int places = places_for(even_pieces_kernel<Copy::quads>);
  static const Workspace space = workspace_for(3 * places);  // fewer than 2 * places tiles are cut
  const Cut cut = cut_of(m, n, k, places);
  cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, kSharedBytes);
  kernel<<<cut.blocks, kThreads, kSharedBytes>>>(Product{a, b, c, m, n, k, n, n}, cut, space);
}
