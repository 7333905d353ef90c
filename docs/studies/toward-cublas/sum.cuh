// Toward cuBLAS, step 14: a second kernel adds the pieces of all tiles in the order of k, with as
// many threads as there are quads in C or more.
#pragma once

#include "launch.cuh"
#include "pieces.cuh"

constexpr int kPieceQuads = kQuads * kThreads;
constexpr int kSumThreads = 256;    // of a block
constexpr int kPiecesOfThread = 4;  // that a thread adds: more pieces are shared by several threads
constexpr int kMostShares = 32;

// c = the sums of each tile's `parts` pieces, which are neighbours.
//   grid (kPieceQuads / blockDim.x, tiles), block (quads, shares of the pieces), a float4 for each
//   thread in dynamic shared memory
template <Copy kCopy>
__global__ void sum_kernel(Product product, const Piece* pieces, int parts) {
  extern __shared__ float4 shared[];
  let_next_kernel_begin();
  const int x = blockIdx.x * blockDim.x + threadIdx.x;  // in the tile
  const int tile = blockIdx.y;
  const int begin = parts * threadIdx.y / blockDim.y;
  const int end = parts * (threadIdx.y + 1) / blockDim.y;
  wait_for_kernels_before();
  const auto plus = [](float4 a, float4 b) {
    return make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
  };
  float4 sum = make_float4(0, 0, 0, 0);
#pragma unroll 8
  for (int z = begin; z < end; ++z) {
    sum = plus(sum, pieces[tile * parts + z][x / kThreads][x % kThreads]);
  }
  shared[threadIdx.y * blockDim.x + threadIdx.x] = sum;
  __syncthreads();  // waits for all shares
  if (threadIdx.y == 0) {
    for (int y = 1; y < blockDim.y; ++y) {
      sum = plus(sum, shared[y * blockDim.x + threadIdx.x]);
    }
    const int cols = (product.n + kTileCols - 1) / kTileCols;
    put_quad<kCopy>(sum, x / kThreads, x % kThreads, product, tile / cols * kTileRows,
                    tile % cols * kTileCols, [](auto* to, auto value) { *to = value; });
  }
}

template <Copy kCopy>
void sum_pieces(const Product& product, const Piece* pieces, int tiles, int parts) {
  int shares = 1;
  while (shares < kMostShares && shares * kPiecesOfThread < parts) {
    shares *= 2;
  }
  const int quads = std::max(kSumThreads / shares, 32);
  launch({.grid = dim3(kPieceQuads / quads, tiles),
          .block = dim3(quads, shares),
          .shared_bytes = quads * shares * int(sizeof(float4)),
          .overlaps = true},
         sum_kernel<kCopy>, product, pieces, parts);
}
