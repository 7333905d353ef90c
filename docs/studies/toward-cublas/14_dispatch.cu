// Toward cuBLAS, step 14: dispatch. The kernel to ship: right at any size, and chosen by one rule.
// Large products, whose tiles fill the GPU, take large.cuh; all others the number of parts of k
// that a short model of the GPU finds fastest. What is unfriendly about a size is done before, in
// one kernel, and kernels of one product overlap.
#include <gemmlab/matmul.h>

#include "atomics.cuh"
#include "chain.cuh"
#include "large.cuh"
#include "model.cuh"
#include "pairs.cuh"
#include "prepare.cuh"
#include "sum.cuh"

// With true all runs give the same bits; small products then take up to a tenth longer.
constexpr bool kSameBits = false;

// How the parts of a tile are added. one: there is one. atomics: each block adds to C. pairs: each
// of two pairs of blocks does; 0 + x + y is 0 + y + x, so the bits are always the same. chain: in
// the order of k, while others compute. pieces: the same, by a second kernel. halves: the same, of
// pairs.
enum class Join { one, atomics, pairs, chain, pieces, halves };

constexpr int kLeastHalves = 16;  // with fewer parts, pieces are as fast

// C = A * B, 8 x 8 elements of C per thread, operands staged tile by tile in shared memory.
//   product   fp32, row-major, device memory; c overlaps neither a nor b, and is 0 at first if
//   blocks add to it
//   space     for as many pieces as there are blocks, if they leave some
//   kCopy     copy_for(m, n, k), or padded
//   grid (ceil(n/kTileCols), ceil(m/kTileRows), parts of k), block kThreads, 67 kB of dynamic
//   shared memory
//   any m, n, k >= 1, parts at most ceil(k/kTileDepth); the launch does not wait; the caller checks
//   for launch errors
template <Copy kCopy, Join kJoin>
__global__ void __launch_bounds__(kThreads, kBlocksAtOnce)
    parts_kernel(Product product, Workspace space) {
  extern __shared__ float4 shared[];
  Tiles* const stages = reinterpret_cast<Tiles*>(shared);  // [2]: one read, one being filled
  const int row0 = blockIdx.y * kTileRows;                 // where the block's tile of C begins
  const int col0 = blockIdx.x * kTileCols;
  const int parts = gridDim.z, part = blockIdx.z;
  const int depth = (product.k + kTileDepth - 1) / kTileDepth;
  const int begin = part * (depth / parts) + min(part, depth % parts);
  const int end = begin + depth / parts + (part < depth % parts);   // the part, in depth tiles
  const int first = (blockIdx.y * gridDim.x + blockIdx.x) * parts;  // of the tile's pieces
  if constexpr (kJoin == Join::pieces || kJoin == Join::halves) {
    let_next_kernel_begin();
  }
  if constexpr (kJoin != Join::atomics && kJoin != Join::pairs) {
    wait_for_kernels_before();
  }
  Sums sums = {};
  add_products<kCopy>(sums, stages, product, row0, col0, begin * kTileDepth,
                      min(end * kTileDepth, product.k));
  if constexpr (kJoin == Join::one) {
    store<kCopy>(sums, product, row0, col0);
  } else if constexpr (kJoin == Join::atomics) {
    wait_for_kernels_before();  // until C is 0
    add<kCopy>(sums, product, row0, col0);
  } else if constexpr (kJoin == Join::pairs) {
    wait_for_kernels_before();
    add_pair(sums, shared, product.one, [&](int quad, float4 x) {
      put_quad<kCopy>(x, quad, threadIdx.x, product, row0, col0,
                      [](auto* to, auto value) { add_to(to, value); });
    });
  } else if constexpr (kJoin == Join::halves) {
    Piece& piece = space.pieces[(first + part) / 2];
    add_pair(sums, shared, product.one, [&](int quad, float4 x) { piece[quad][threadIdx.x] = x; });
  } else if constexpr (kJoin == Join::pieces) {
    leave(sums, space.pieces[first + part], product.one);
  } else if (chain(sums, space, first, parts, part, product.one)) {
    store<kCopy, true>(sums, product, row0, col0);
  }
}

Join join_for(const Plan& plan, Copy copy, int places) {
  const int blocks = tiles_of(plan.m, plan.n) * plan.parts;
  const bool in_quads = copy == Copy::quads || copy == Copy::whole;
  const bool in_pairs = in_quads && plan.parts % 2 == 0 && can_overlap();
  return plan.parts == 1                          ? Join::one
         : in_quads && !kSameBits                 ? Join::atomics
         : blocks > places                        ? Join::chain
         : in_pairs && plan.parts == 4            ? Join::pairs
         : in_pairs && plan.parts >= kLeastHalves ? Join::halves
                                                  : Join::pieces;
}

// Device memory that is kept from call to call, and grows.
template <class T>
T* kept(T*& memory, size_t& had, size_t needed) {
  if (needed > had) {
    cudaFree(memory);
    cudaMalloc(&memory, needed * sizeof(T));
    cudaMemset(memory, 0, needed * sizeof(T));
    had = needed;
  }
  return memory;
}

Workspace kept_space(size_t pieces) {
  static Workspace space;
  static size_t had_pieces = 0, had_tickets = 0;
  return {kept(space.pieces, had_pieces, pieces), kept(space.tickets, had_tickets, pieces)};
}

void multiply_large(const Product& whole, const Plan& plan) {
  static float *a = nullptr, *b = nullptr;
  static size_t had_a = 0, had_b = 0;
  Prepared all{whole, plan.m, plan.n};
  all.a_rows = divided_up(plan.m, large::kTileRows) * large::kTileRows;
  all.a_cols = divided_up(whole.k, large::kTileDepth) * large::kTileDepth;
  all.a = kept(a, had_a, size_t(all.a_rows) * all.a_cols);
  if (plan.is_padded) {
    all.b_rows = all.a_cols;
    all.b_cols = divided_up(plan.n, large::kTileCols) * large::kTileCols;
    all.b = kept(b, had_b, size_t(all.b_rows) * all.b_cols);
  }
  prepare(all);
  const int stride = plan.is_padded ? all.b_cols : whole.n;
  const int tiles = all.a_rows / large::kTileRows * (stride / large::kTileCols);
  launch({.grid = tiles, .block = large::kThreads, .overlaps = true},
         stride == whole.n ? large::large_kernel<false> : large::large_kernel<true>, all.a,
         plan.is_padded ? all.b : whole.b, whole.c, plan.m, stride, all.a_cols, all.a_rows,
         whole.one, plan.n, whole.n);
}

template <Copy kCopy, Join kJoin>
void multiply_parts(const Product& product, const Plan& plan, int places, bool overlaps) {
  const int tiles = tiles_of(product.m, product.n), blocks = tiles * plan.parts;
  Workspace space;
  if (kJoin == Join::chain || kJoin == Join::pieces || kJoin == Join::halves) {
    space = kept_space(blocks);
  }
  Launch how{
      .grid = dim3(divided_up(product.n, kTileCols), divided_up(product.m, kTileRows), plan.parts),
      .block = kThreads,
      .shared_bytes = kSharedBytes,
      .overlaps = overlaps || kJoin == Join::pieces || kJoin == Join::halves,
      .cluster = kJoin == Join::pairs || kJoin == Join::halves ? 2 : 1};
  if (can_overlap() && blocks <= places / kBlocksAtOnce) {
    // the kernel before may leave room on few multiprocessors at first: one block for each
    how.shared_bytes =
        std::max(kSharedBytes, device_attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin) / 4 * 3);
  }
  launch(how, parts_kernel<kCopy, kJoin>, product, space);
  if constexpr (kJoin == Join::pieces || kJoin == Join::halves) {
    sum_pieces<kCopy>(product, space.pieces, tiles,
                      kJoin == Join::halves ? plan.parts / 2 : plan.parts);
  }
}

template <Copy kCopy>
void multiply_tiles(const Product& product, const Plan& plan, int places, Join join,
                    bool overlaps) {
  if (join == Join::chain) {
    multiply_parts<kCopy, Join::chain>(product, plan, places, overlaps);
  } else if (join == Join::pieces) {
    multiply_parts<kCopy, Join::pieces>(product, plan, places, overlaps);
  } else {
    multiply_parts<kCopy, Join::one>(product, plan, places, overlaps);
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  static const int places = places_for(parts_kernel<Copy::quads, Join::one>);
  static float* padded = nullptr;
  static size_t had = 0;
  const Product whole{a, b, c, m, n, k, n, n};
  const Plan plan = plan_for(m, n, k, places);
  if (plan.is_large) {
    multiply_large(whole, plan);
    return;
  }
  Product product = whole;
  product.m = plan.m;
  product.n = plan.n;
  Prepared all{whole, plan.m, plan.n};
  if (plan.is_padded) {
    all.b_rows = k;
    all.b_cols = divided_up(plan.n, 4) * 4;
    product.b = all.b = kept(padded, had, size_t(k) * all.b_cols);
    product.b_stride = all.b_cols;
  }
  const Copy copy = plan.is_padded ? Copy::padded
                    : n % 4 != 0 && m >= kTileRows && n >= kTileCols && k >= kTileDepth
                        ? Copy::singles
                        : copy_for(plan.m, plan.n, k);
  const Join join = join_for(plan, copy, places);
  const bool adds = join == Join::atomics || join == Join::pairs;
  if (adds) {
    zero_kernel<<<places, kZeroThreads>>>(product);
  }
  const bool overlaps = prepare(all) || adds;
  if (join == Join::atomics) {
    multiply_parts<Copy::quads, Join::atomics>(product, plan, places, overlaps);
  } else if (join == Join::pairs) {
    multiply_parts<Copy::quads, Join::pairs>(product, plan, places, overlaps);
  } else if (join == Join::halves) {
    multiply_parts<Copy::quads, Join::halves>(product, plan, places, overlaps);
  } else if (copy == Copy::whole) {
    multiply_tiles<Copy::whole>(product, plan, places, join, overlaps);
  } else if (copy == Copy::quads) {
    multiply_tiles<Copy::quads>(product, plan, places, join, overlaps);
  } else if (copy == Copy::padded) {
    multiply_tiles<Copy::padded>(product, plan, places, join, overlaps);
  } else if (copy == Copy::singles) {
    multiply_tiles<Copy::singles>(product, plan, places, join, overlaps);
  } else {
    multiply_tiles<Copy::any>(product, plan, places, join, overlaps);
  }
}
