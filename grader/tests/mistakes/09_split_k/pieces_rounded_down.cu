// verdict: WRONG
// look: 80
// mistake: The phases of a piece are rounded down.
// Lab 09, split k: where C has fewer tiles than the GPU has places for blocks, several blocks share
// a tile. Each adds the products of its piece of k, and then its sums to C.
#include <gemmlab/matmul.h>

#include <algorithm>

constexpr int kTile = 128;            // the block's tile of C: kTile x kTile
constexpr int kDepth = 8;             // and the part of k that is in shared memory at a time
constexpr int kSums = 8;              // the thread's tile of C: two quads of rows, two of columns
constexpr int kSide = kTile / kSums;  // 16 x 16 threads
constexpr int kPad = 4;  // floats: a warp's stores to the transposed tile meet 32 different banks
constexpr int kBlocksAtOnce = 2;  // that a multiprocessor has places for
constexpr int kLeastPhases = 4;   // of a piece: fewer take less time than adding their sums

// The four floats from x on, which is at a multiple of 16 bytes, as one value: one instruction.
__device__ float4& quad_at(float* x) {
  return *reinterpret_cast<float4*>(x);
}

// Four neighbours of x [rows, cols] in a row, the first in a column that is a multiple of 4.
__device__ float4 load_quad(const float* x, int rows, int cols, int row, int col) {
  float quad[4] = {};
  if (row < rows && col < cols && cols % 4 == 0) {
    return *reinterpret_cast<const float4*>(&x[row * cols + col]);
  }
  for (int i = 0; i < 4; ++i) {
    quad[i] = row < rows && col + i < cols ? x[row * cols + col + i] : 0.0f;
  }
  return make_float4(quad[0], quad[1], quad[2], quad[3]);
}

// Adds to the sums the products of A's columns and B's rows from begin up to end, as in lab 07.
// Both are multiples of kDepth, or k. Called by all threads of a block.
__device__ __forceinline__ void add_products(float (&sums)[kSums][kSums], const float* a,
                                             const float* b, int m, int n, int k, int begin,
                                             int end) {
  alignas(16) __shared__ float a_tile[kDepth][kTile + kPad];  // [8, 128 + 4] of A, transposed
  alignas(16) __shared__ float b_tile[kDepth][kTile];         // [8, 128] of B
  const int tx = threadIdx.x, ty = threadIdx.y, thread = ty * kSide + tx;
  const int a_row = thread / (kDepth / 4), a_col = thread % (kDepth / 4) * 4;
  const int b_row = thread / (kTile / 4), b_col = thread % (kTile / 4) * 4;
  for (int k0 = begin; k0 < end; k0 += kDepth) {
    const float4 quad = load_quad(a, m, k, blockIdx.y * kTile + a_row, k0 + a_col);
    a_tile[a_col + 0][a_row] = quad.x;
    a_tile[a_col + 1][a_row] = quad.y;
    a_tile[a_col + 2][a_row] = quad.z;
    a_tile[a_col + 3][a_row] = quad.w;
    quad_at(&b_tile[b_row][b_col]) = load_quad(b, k, n, k0 + b_row, blockIdx.x * kTile + b_col);
    __syncthreads();  // waits until all threads have loaded: the tiles are complete now
    for (int p = 0; p < kDepth; ++p) {
      alignas(16) float a_frag[kSums], b_frag[kSums];
      quad_at(&a_frag[0]) = quad_at(&a_tile[p][4 * ty]);
      quad_at(&a_frag[4]) = quad_at(&a_tile[p][kTile / 2 + 4 * ty]);
      quad_at(&b_frag[0]) = quad_at(&b_tile[p][4 * tx]);
      quad_at(&b_frag[4]) = quad_at(&b_tile[p][kTile / 2 + 4 * tx]);
      for (int i = 0; i < kSums; ++i) {
        for (int j = 0; j < kSums; ++j) {
          sums[i][j] += a_frag[i] * b_frag[j];
        }
      }
    }
    __syncthreads();  // waits until all threads have read: the next phase overwrites the tiles
  }
}

// C = A * B, kSums x kSums elements of C per thread, of a piece of k per block.
//   a [m, k], b [k, n], c [m, n]   fp32, row-major, packed, device memory; c overlaps neither
//   grid (ceil(n/kTile), ceil(m/kTile), pieces), block (kSide, kSide), 8 kB of static shared memory
//   any m, n, k >= 1; C is 0 before; the launch does not wait; the caller checks for launch errors
__global__ void split_k_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  // [8, 8] of C: rows 4 ty + i and 64 + 4 ty + i, columns 4 tx + j and 64 + 4 tx + j
  float sums[kSums][kSums] = {};
  int begin = 0, end = k;
  // Step 9.1: begin and end of the piece of k that this block has: a multiple of kDepth, and one
  // more or k. All pieces together are k, and none of them has what another one has.
  const int phases = (k + kDepth - 1) / kDepth;
  const int of_a_piece = phases / gridDim.z;
  begin = blockIdx.z * of_a_piece * kDepth;
  end = min(begin + of_a_piece * kDepth, k);
  add_products(sums, a, b, m, n, k, begin, end);

  // Step 9.2: add the sums to C, where other blocks add theirs at the same time.
  for (int i = 0; i < kSums; ++i) {
    const int row = blockIdx.y * kTile + i / 4 * (kTile / 2) + 4 * threadIdx.y + i % 4;
    for (int j = 0; j < kSums; ++j) {
      const int col = blockIdx.x * kTile + j / 4 * (kTile / 2) + 4 * threadIdx.x + j % 4;
      if (row < m && col < n) {
        atomicAdd(&c[row * n + col], sums[i][j]);
      }
    }
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  dim3 grid((n + kTile - 1) / kTile, (m + kTile - 1) / kTile);
  int processors = 0;
  cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0);
  // Step 9.3: as many pieces of k as there are places for a tile's blocks, but none of less than
  // kLeastPhases phases, and at least one piece. Before the launch C must be as the blocks need it.
  const int places = kBlocksAtOnce * processors / (grid.x * grid.y);
  const int most = k / (kLeastPhases * kDepth);
  grid.z = std::max(1, std::min(places, most));
  cudaMemsetAsync(c, 0, sizeof(float) * m * n);
  split_k_kernel<<<grid, dim3(kSide, kSide)>>>(a, b, c, m, n, k);
}
