// Toward cuBLAS, steps 10 to 14: how a block adds the products of a part of k for a tile of C. Step
// 9's loop with three copies: four floats of B at a time if its rows begin at multiples of 16
// bytes, else single ones; and of the depth tile in which k ends, where zeros follow.
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

// How a product is copied. whole: all tiles are inside of A, B and C. quads: they need not be, but
// rows of B begin at multiples of 16 bytes. singles: nor that. any: k may be less than a depth
// tile.
enum class Copy { whole, quads, singles, any };

// Starts the thread's copies to both tiles, from A's row row0, B's column col0 and their k0 on.
// Where a row of A or a column of B does not exist another one stands for it: it only meets sums
// that nobody stores. (Many lanes that copy the same float would be slow.)
template <Copy kCopy>
__device__ void start_copies(Tiles& tiles, const float* a, const float* b, int m, int n, int k,
                             int row0, int col0, int k0) {
  const int thread = threadIdx.x;
  const int a_row = thread / kCopyCols;
  const int a_col = thread % kCopyCols;
  for (int y = a_row; y < a_row + kTileRows; y += kCopyRows) {
    const int row = kCopy == Copy::whole || row0 + y < m ? row0 + y : max(row0 + y - kTileRows, 0);
    for (int x = a_col; x < a_col + kTileDepth; x += kCopyCols) {
      const int p = kCopy == Copy::any ? min(k0 + x, k - 1) : k0 + x;
      __pipeline_memcpy_async(&tiles.a[x][y], &a[row * k + p], sizeof(float));
    }
  }
  constexpr int kFloats = kCopy == Copy::whole || kCopy == Copy::quads ? 4 : 1;
  constexpr int kCopies = kTileCols / kFloats;  // of a row of B
  const int b_row = thread / kCopies;
  const int b_col = thread % kCopies * kFloats;
  const int col = kCopy == Copy::whole ? col0 + b_col : (col0 + b_col) % n;
  for (int y = b_row; y < b_row + kTileDepth; y += kThreads / kCopies) {
    const int p = kCopy == Copy::any ? min(k0 + y, k - 1) : k0 + y;
    __pipeline_memcpy_async(&tiles.b[y][b_col], &b[p * n + col], kFloats * sizeof(float));
  }
  __pipeline_commit();
}

// Where the thread's quads begin: of 16 x 16 threads, 4 x 2 warps of 4 x 8. Lanes t and t ^ 1 read
// the same quad of A, and lanes t and t ^ 2 the same of B: such loads take half as many wavefronts.
__device__ int thread_row() {
  return threadIdx.x / 64 * 4 + threadIdx.x / 2 % 4;
}

__device__ int thread_col() {
  return threadIdx.x / 32 % 2 * 8 + threadIdx.x % 32 / 8 * 2 + threadIdx.x % 2;
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
__device__ void add_products(Sums& sums, Tiles* stages, const float* a, const float* b, int m,
                             int n, int k, int row0, int col0, int begin, int end) {
  const int tx = thread_col();
  const int ty = thread_row();
  const int last = max(end - kTileDepth, 0);  // where the last depth tile begins
  start_copies<kCopy>(stages[0], a, b, m, n, k, row0, col0, min(begin, last));
  __pipeline_wait_prior(0);  // until the thread's own copies have arrived
  __syncthreads();           // waits for all threads' copies: from here on all of stage 0 is read
  alignas(16) float a_frag[2][kThreadRows];  // [2, 8] of A's columns k0 + p and k0 + p + 1
  alignas(16) float b_frag[2][kThreadCols];  // [2, 8] of B's rows k0 + p and k0 + p + 1
  fetch_fragments(a_frag[0], b_frag[0], stages[0], 0, tx, ty);
  int stage = 0;
  int k0 = begin;
  for (; k0 + kTileDepth <= end; k0 += kTileDepth) {
    // behind the last one it comes again: a branch would keep these copies out of the loop below
    start_copies<kCopy>(stages[1 - stage], a, b, m, n, k, row0, col0, min(k0 + kTileDepth, last));
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

// `one` is 1, which nvcc does not know: so it need not keep four sums that are stored together in
// neighbouring registers, and can choose such that are not read in the same cycle (step 9).
__device__ float4 quad_of(const float* sums, float one) {
  return make_float4(one * sums[0], one * sums[1], one * sums[2], one * sums[3]);
}

// Puts the thread's sums to c [m, n], as far as it has them.
template <Copy kCopy, class Put>
__device__ void put_sums(const Sums& sums, float* c, int m, int n, int row0, int col0, float one,
                         Put put) {
  for (int i = 0; i < kThreadRows; ++i) {
    const int row = row0 + i / 4 * (kTileRows / 2) + 4 * thread_row() + i % 4;
    for (int j = 0; j < kThreadCols; j += 4) {
      const int col = col0 + j / 4 * (kTileCols / 2) + 4 * thread_col();
      if constexpr (kCopy == Copy::singles || kCopy == Copy::any) {
        for (int x = 0; x < 4; ++x) {
          if (row < m && col + x < n) {
            put(&c[row * n + col + x], one * sums[i][j + x]);
          }
        }
      } else if (row < m && col < n) {  // and so are its neighbours
        put(reinterpret_cast<float4*>(&c[row * n + col]), quad_of(&sums[i][j], one));
      }
    }
  }
}

template <Copy kCopy>
__device__ void store(const Sums& sums, float* c, int m, int n, int row0, int col0, float one) {
  put_sums<kCopy>(sums, c, m, n, row0, col0, one, [](auto* to, auto x) { *to = x; });
}

inline Copy copy_for(int m, int n, int k) {
  return k < kTileDepth                                                    ? Copy::any
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
