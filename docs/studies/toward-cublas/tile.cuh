// Toward cuBLAS, steps 10 to 14: how a block adds the products of a part of k for a tile of C. Step
// 9's loop, with copies that nobody looks at: four floats of B at a time if its rows begin at
// multiples of 16 bytes, else single ones.
#pragma once

#include <cuda_pipeline.h>

#include <algorithm>

constexpr int kTileRows = 128;  // the block's tile of C: kTileRows x kTileCols
constexpr int kTileCols = 128;
constexpr int kTileDepth = 32;  // and the part of k that is in shared memory at a time
constexpr int kThreadRows = 8;  // the thread's tile of C: kThreadRows x kThreadCols sums
constexpr int kThreadCols = 8;
constexpr int kThreads = kTileRows / kThreadRows * (kTileCols / kThreadCols);  // 16 x 16
constexpr int kPad = 4;  // floats: a warp's copies to the transposed tile meet 32 different banks
constexpr int kCopyCols = 8;  // a warp copies 4 x 8 elements of A at a time: whole sectors
constexpr int kCopyRows = kThreads / kCopyCols;  // and a block this many rows
constexpr int kBlocksAtOnce = 2;  // on a multiprocessor: leaves each thread 128 registers

struct Tiles {
  alignas(16) float a[kTileDepth][kTileRows + kPad];  // [32, 128 + 4] of A, transposed
  alignas(16) float b[kTileDepth][kTileCols];         // [32, 128] of B, from row k0 and column col0
};

constexpr int kSharedBytes = 2 * sizeof(Tiles);

// C = A * B, or the part of C that a kernel computes.
struct Product {
  const float* a;  // [m, k]
  const float* b;  // [k, n], its rows b_stride floats apart
  float* c;        // [m, n], its rows c_stride floats apart
  int m, n, k;
  int b_stride, c_stride;
  float one = 1;  // see quad_of
};

// How a product is copied. whole: all tiles are inside of A, B and C. quads: they need not be, but
// rows of B and C begin at multiples of 16 bytes. padded: only those of B do, which has room for
// whole quads. singles: neither. any: for a matrix or k that is smaller than a tile.
enum class Copy { whole, quads, padded, singles, any };

// Where the copies of a tile begin. A tile that would end outside of the matrix begins earlier: its
// first rows or columns are computed twice, and stored by its neighbour only.
template <Copy kCopy>
__device__ int copied_from(int begin, int extent, int size) {
  return kCopy == Copy::whole || kCopy == Copy::any ? begin : min(begin, extent - size);
}

template <Copy kCopy>
__device__ int row_of_copies(const Product& product, int row0) {
  return copied_from<kCopy>(row0, product.m, kTileRows);
}

template <Copy kCopy>
__device__ int col_of_copies(const Product& product, int col0) {
  const int width = kCopy == Copy::padded ? (product.n + 3) / 4 * 4 : product.n;
  return copied_from<kCopy>(col0, width, kTileCols);
}

// Starts the thread's copies to both tiles, from A's row row0, B's column col0 and their k0 on. If
// a row of A or a column of B does not exist another one stands for it: it only meets sums that
// nobody stores. (Many lanes that copy the same float would be slow.)
template <Copy kCopy>
__device__ void start_copies(Tiles& tiles, const Product& product, int row0, int col0, int k0) {
  const auto& [a, b, c, m, n, k, b_stride, c_stride, one] = product;
  const int thread = threadIdx.x;
  const int a_row = thread / kCopyCols;
  const int a_col = thread % kCopyCols;
  for (int y = a_row; y < a_row + kTileRows; y += kCopyRows) {
    const int row = kCopy == Copy::any ? min(row0 + y, m - 1) : row0 + y;
    for (int x = a_col; x < a_col + kTileDepth; x += kCopyCols) {
      const int p = kCopy == Copy::any ? min(k0 + x, k - 1) : k0 + x;
      __pipeline_memcpy_async(&tiles.a[x][y], &a[row * k + p], sizeof(float));
    }
  }
  constexpr int kFloats = kCopy == Copy::singles || kCopy == Copy::any ? 1 : 4;
  constexpr int kCopies = kTileCols / kFloats;  // of a row of B
  const int b_row = thread / kCopies;
  const int b_col = thread % kCopies * kFloats;
  const int col = kCopy == Copy::any ? (col0 + b_col) % n : col0 + b_col;
  for (int y = b_row; y < b_row + kTileDepth; y += kThreads / kCopies) {
    const int p = kCopy == Copy::any ? min(k0 + y, k - 1) : k0 + y;
    __pipeline_memcpy_async(&tiles.b[y][b_col], &b[p * b_stride + col], kFloats * sizeof(float));
  }
  __pipeline_commit();
}

// Where the thread's quads begin: of 16 x 16 threads, 4 x 2 warps of 4 x 8. Lanes t and t ^ 1 read
// the same quad of A, and lanes t and t ^ 2 the same of B: such loads take half as many wavefronts.
__device__ int thread_row(int thread) {
  return thread / 64 * 4 + thread / 2 % 4;
}

__device__ int thread_col(int thread) {
  return thread / 32 % 2 * 8 + thread % 32 / 8 * 2 + thread % 2;
}

// Copies a quad from shared memory to registers.
__device__ void fetch_quad(float* frag, const float* tile) {
  *reinterpret_cast<float4*>(frag) = *reinterpret_cast<const float4*>(tile);
}

// The elements that a thread needs from A's column p and B's row p of the
// tiles.
__device__ void fetch_fragments(float* a_frag, float* b_frag, const Tiles& tiles, int p, int tx,
                                int ty) {
  fetch_quad(&a_frag[0], &tiles.a[p][4 * ty]);
  fetch_quad(&a_frag[4], &tiles.a[p][kTileRows / 2 + 4 * ty]);
  fetch_quad(&b_frag[0], &tiles.b[p][4 * tx]);
  fetch_quad(&b_frag[4], &tiles.b[p][kTileCols / 2 + 4 * tx]);
}

using Sums = float[kThreadRows][kThreadCols];  // rows 4 ty + i and 64 + 4 ty + i, columns likewise

__device__ void multiply_fragments(Sums& sums, const float* a_frag, const float* b_frag) {
  for (int i = 0; i < kThreadRows; ++i) {
    for (int step = 0; step < kThreadCols; ++step) {
      const int j = i % 2 == 0 ? step : kThreadCols - 1 - step;
      sums[i][j] += a_frag[i] * b_frag[j];
    }
  }
}

// Adds the products of columns begin to end - 1 of A, of which begin is a multiple of kTileDepth,
// and end too or it is k. The depth tile in which k ends begins earlier, at k - kTileDepth, so that
// it is copied as the others are; only its last columns count.
template <Copy kCopy>
__device__ void add_products(Sums& sums, Tiles* stages, const Product& product, int tile_row,
                             int tile_col, int begin, int end) {
  const int row0 = row_of_copies<kCopy>(product, tile_row);
  const int col0 = col_of_copies<kCopy>(product, tile_col);
  const int tx = thread_col(threadIdx.x);
  const int ty = thread_row(threadIdx.x);
  const int last = max(end - kTileDepth, 0);  // where the last depth tile begins
  start_copies<kCopy>(stages[0], product, row0, col0, min(begin, last));
  __pipeline_wait_prior(0);  // until the thread's own copies have arrived
  __syncthreads();           // waits for all threads' copies: from here on all of stage 0 is read
  alignas(16) float a_frag[2][kThreadRows];  // [2, 8] of A's columns k0 + p and k0 + p + 1
  alignas(16) float b_frag[2][kThreadCols];  // [2, 8] of B's rows k0 + p and k0 + p + 1
  fetch_fragments(a_frag[0], b_frag[0], stages[0], 0, tx, ty);
  int stage = 0;
  int k0 = begin;
  for (; k0 + kTileDepth <= end; k0 += kTileDepth) {
    // behind the last one it comes again: a branch would keep these copies out of the loop below
    start_copies<kCopy>(stages[1 - stage], product, row0, col0, min(k0 + kTileDepth, last));
#pragma unroll
    for (int p = 0; p < kTileDepth; ++p) {
      if (p == kTileDepth - 1) {   // what comes next is in the other stage
        __pipeline_wait_prior(0);  // until the thread's own copies have arrived
        __syncthreads();           // waits for all copies, and for every reader of these tiles
        stage = 1 - stage;
      }
      const int now = p % 2, next = 1 - now;
      fetch_fragments(a_frag[next], b_frag[next], stages[stage], (p + 1) % kTileDepth, tx, ty);
      multiply_fragments(sums, a_frag[now], b_frag[now]);
    }
  }
  if constexpr (kCopy != Copy::whole) {
#pragma unroll 1
    for (int p = k0 - last; p < end - last; ++p) {  // where k ends
      fetch_fragments(a_frag[0], b_frag[0], stages[stage], p, tx, ty);
      multiply_fragments(sums, a_frag[0], b_frag[0]);
    }
  }
}

constexpr int kQuads = kThreadRows * kThreadCols / 4;  // of a thread's sums

// The sums that are stored together. `one` is 1, which nvcc does not know: so it need not keep them
// in neighbouring registers, and can choose such that are not read in the same cycle (step 9).
__device__ float4 quad_of(const Sums& sums, int quad, float one) {
  const float* const x = &sums[quad / 2][quad % 2 * 4];
  return make_float4(one * x[0], one * x[1], one * x[2], one * x[3]);
}

// Puts a thread's quad x of a tile to C, as far as it is the tile's to store.
template <Copy kCopy, class Put>
__device__ void put_quad(float4 x, int quad, int thread, const Product& product, int row0, int col0,
                         Put put) {
  const int i = quad / 2, j = quad % 2;
  const int row = row_of_copies<kCopy>(product, row0) + i / 4 * (kTileRows / 2) +
                  4 * thread_row(thread) + i % 4;
  const int col =
      col_of_copies<kCopy>(product, col0) + j * (kTileCols / 2) + 4 * thread_col(thread);
  float* const to = &product.c[row * product.c_stride + col];
  if (kCopy == Copy::whole) {
    put(reinterpret_cast<float4*>(to), x);
  } else if (row < row0 || row >= product.m) {
    return;
  } else if (kCopy == Copy::quads) {
    if (col >= col0) {
      put(reinterpret_cast<float4*>(to), x);
    }
  } else {
    const float elements[4] = {x.x, x.y, x.z, x.w};
    for (int e = 0; e < 4; ++e) {
      if (col + e >= col0 && col + e < product.n) {
        put(to + e, elements[e]);
      }
    }
  }
}

// Backward stores the last quad first: another hint for registers.
template <Copy kCopy, bool kBackward = false>
__device__ void store(const Sums& sums, const Product& product, int row0, int col0) {
  for (int i = 0; i < kQuads; ++i) {
    const int quad = kBackward ? kQuads - 1 - i : i;
    put_quad<kCopy>(quad_of(sums, quad, product.one), quad, threadIdx.x, product, row0, col0,
                    [](auto* to, auto x) { *to = x; });
  }
}

inline Copy copy_for(int m, int n, int k) {
  return m < kTileRows || n < kTileCols || k < kTileDepth                  ? Copy::any
         : n % 4 != 0                                                      ? Copy::singles
         : m % kTileRows != 0 || n % kTileCols != 0 || k % kTileDepth != 0 ? Copy::quads
                                                                           : Copy::whole;
}

// How many blocks of a kernel the GPU holds at a time.
template <class Kernel>
int places_for(Kernel* kernel) {
  int per_multiprocessor = 0, multiprocessors = 0, device = 0;
  cudaGetDevice(&device);
  cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device);
  cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, kSharedBytes);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_multiprocessor, kernel, kThreads,
                                                kSharedBytes);
  return std::max(1, std::min(per_multiprocessor, kBlocksAtOnce) * multiprocessors);
}
