// verdict: WRONG
// look: 93
// mistake: Each step loads the first columns of A.
// Lab 10, tensor cores: two stages as in lab 08, but a warp multiplies fragments, 16 x 16 x 8
// elements an instruction, whose operands are rounded to TF32.
#include <cuda_pipeline.h>
#include <gemmlab/matmul.h>
#include <mma.h>

using namespace nvcuda;

constexpr int kTile = 128;            // the block's tile of C: kTile x kTile
constexpr int kDepth = 16;            // and the part of k that a stage holds
constexpr int kSide = 16, kStep = 8;  // a fragment of C: kSide x kSide, by kStep of k at a time
constexpr int kFragments = 4;         // a warp's tile of C: 4 x 4 fragments
constexpr int kWarps = kTile / (kFragments * kSide);  // 2 x 2 in a block
constexpr int kThreads = kWarps * kWarps * 32;
constexpr int kPadA = 4;  // floats: the lanes of a load meet 32 different banks
constexpr int kPadB = 8;

using AFragment = wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32, wmma::row_major>;
using BFragment = wmma::fragment<wmma::matrix_b, 16, 16, 8, wmma::precision::tf32, wmma::row_major>;
using Sums = wmma::fragment<wmma::accumulator, 16, 16, 8, float>;

struct Tiles {
  alignas(32) float a[kTile][kDepth + kPadA];  // [128, 16 + 4] of A
  alignas(32) float b[kDepth][kTile + kPadB];  // [16, 128 + 8] of B
};

// Starts to copy kFloats neighbours, 1 or 4, from x[row][col] on: zeros if x [rows, cols] has none.
template <int kFloats>
__device__ void start_copy(float* to, const float* x, int rows, int cols, int row, int col) {
  const bool inside = row < rows && col < cols;
  __pipeline_memcpy_async(to, inside ? &x[row * cols + col] : x, kFloats * sizeof(float),
                          inside ? 0 : kFloats * sizeof(float));
}

// Starts the thread's copies of x [rows, cols] from (row0, col0) on to a tile, by quads if rows of
// x begin at 16 bytes. A warp takes several short rows at a time, so that its banks differ here,
// too.
template <int kRows, int kCols, int kPitch>
__device__ void start_tile(float (&tile)[kRows][kPitch], const float* x, int rows, int cols,
                           int row0, int col0) {
  constexpr int kQuads = kCols / 4, kRowsAtOnce = 32 / kQuads;
  for (int i = threadIdx.x; i < kRows * kQuads; i += kThreads) {
    const int row = i / 32 * kRowsAtOnce + i % kRowsAtOnce, col = i / kRowsAtOnce % kQuads * 4;
    if (cols % 4 == 0) {
      start_copy<4>(&tile[row][col], x, rows, cols, row0 + row, col0 + col);
    }
    for (int each = col; each < col + 4 && cols % 4 != 0; ++each) {
      start_copy<1>(&tile[row][each], x, rows, cols, row0 + row, col0 + each);
    }
  }
}

// C = A * B, 4 x 4 fragments of C per warp, operands staged in two sets of tiles, rounded to TF32.
//   a [m, k], b [k, n], c [m, n]   fp32, row-major, packed, device memory; c overlaps neither
//   grid (ceil(n/kTile), ceil(m/kTile)), block kThreads, 42 kB of static shared memory
//   any m, n, k >= 1; the launch does not wait; the caller checks for launch errors
__global__ void tensor_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ Tiles stages[2];  // one is read while the other is filled
  alignas(32) __shared__ float edge[kWarps * kWarps][kSide][kSide];  // [16, 16] for each warp
  const int row0 = blockIdx.y * kTile, col0 = blockIdx.x * kTile;    // the block's tile of C
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const int warp_row = warp / kWarps * kFragments * kSide;  // the warp's, in the block's
  const int warp_col = warp % kWarps * kFragments * kSide;
  Sums sums[kFragments][kFragments];
  // Step 10.1: all sums begin with 0.
  for (int i = 0; i < kFragments; ++i) {
    for (int j = 0; j < kFragments; ++j) {
      wmma::fill_fragment(sums[i][j], 0.0f);
    }
  }
  start_tile<kTile, kDepth>(stages[0].a, a, m, k, row0, 0);
  start_tile<kDepth, kTile>(stages[0].b, b, k, n, 0, col0);
  for (int k0 = 0; k0 < k; k0 += kDepth) {
    Tiles& tiles = stages[k0 / kDepth % 2];
    Tiles& next = stages[(k0 / kDepth + 1) % 2];
    __pipeline_commit();
    __pipeline_wait_prior(0);  // until the thread's own copies have arrived
    // Waits for all threads' copies, and for all that read the other tiles: they are filled now.
    __syncthreads();
    if (k0 + kDepth < k) {
      start_tile<kTile, kDepth>(next.a, a, m, k, row0, k0 + kDepth);
      start_tile<kDepth, kTile>(next.b, b, k, n, k0 + kDepth, col0);
    }
    for (int p = 0; p < kDepth; p += kStep) {
      AFragment a_frag[kFragments];
      BFragment b_frag[kFragments];
      // Step 10.2: load the warp's fragments of A's columns and of B's rows p to p + 7, and round
      // each of their elements to TF32.
      for (int f = 0; f < kFragments; ++f) {
        const float* from = &tiles.a[warp_row + f * kSide][0];
        wmma::load_matrix_sync(a_frag[f], from, kDepth + kPadA);
        for (int t = 0; t < a_frag[f].num_elements; ++t) {
          a_frag[f].x[t] = wmma::__float_to_tf32(a_frag[f].x[t]);
        }
      }
      for (int f = 0; f < kFragments; ++f) {
        const float* from = &tiles.b[p][warp_col + f * kSide];
        wmma::load_matrix_sync(b_frag[f], from, kTile + kPadB);
        for (int t = 0; t < b_frag[f].num_elements; ++t) {
          b_frag[f].x[t] = wmma::__float_to_tf32(b_frag[f].x[t]);
        }
      }
      // Step 10.3: add all products of a fragment of A and one of B to the sums.
      for (int i = 0; i < kFragments; ++i) {
        for (int j = 0; j < kFragments; ++j) {
          wmma::mma_sync(sums[i][j], a_frag[i], b_frag[j], sums[i][j]);
        }
      }
    }
  }

  for (int i = 0; i < kFragments; ++i) {
    for (int j = 0; j < kFragments; ++j) {
      const int row = row0 + warp_row + i * kSide, col = col0 + warp_col + j * kSide;
      // Step 10.4: store the fragment straight to C if it lies in C and C's rows begin at 16 bytes;
      // else to the warp's part of edge, and from there the elements that C has.
      if (row + kSide <= m && col + kSide <= n && n % 4 == 0) {
        wmma::store_matrix_sync(&c[row * n + col], sums[i][j], n, wmma::mem_row_major);
      } else {
        wmma::store_matrix_sync(&edge[warp][0][0], sums[i][j], kSide, wmma::mem_row_major);
        __syncwarp();
        for (int e = lane; e < kSide * kSide; e += 32) {
          const int y = e / kSide, x = e % kSide;
          if (row + y < m && col + x < n) {
            c[(row + y) * n + col + x] = edge[warp][y][x];
          }
        }
        __syncwarp();  // waits until all lanes have read: the next fragment overwrites it
      }
    }
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const dim3 grid((n + kTile - 1) / kTile, (m + kTile - 1) / kTile);
  tensor_kernel<<<grid, kThreads>>>(a, b, c, m, n, k);
}
