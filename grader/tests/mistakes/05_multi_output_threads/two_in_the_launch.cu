// verdict: UNINITIALISED
// look: 60
// mistake: The launch has another number of outputs than the block.
// words: do not fit each other
// Lab 05, more outputs per thread: fewer threads, each with several independent sums
// that share the elements which the thread reads.
#include <gemmlab/matmul.h>

constexpr int kTile = 32;  // a tile is kTile x kTile: 4 kB, and a warp is one row of it

// C = A * B, kOutputs elements of one column of C per thread, operands staged tile by tile.
//   a [m, k], b [k, n], c [m, n]   fp32, row-major, packed, device memory; c overlaps neither
//   grid (ceil(n/kTile), ceil(m/kTile)), block (kTile, kTile/kOutputs), 8 kB of static shared
//   memory
//   any m, n, k >= 1; the launch does not wait; the caller checks for launch errors
template <int kOutputs>
__global__ void multi_output_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  static_assert(kTile % kOutputs == 0, "kTile must be a multiple of kOutputs");
  constexpr int kStep = kTile / kOutputs;  // rows from one output of a thread to its next

  __shared__ float a_tile[kTile][kTile];  // [kTile, kTile] of A, from row row0 and column k0
  __shared__ float b_tile[kTile][kTile];  // [kTile, kTile] of B, from row k0 and column col0

  const int tx = threadIdx.x;
  const int ty = threadIdx.y;           // 0 .. kStep - 1
  const int row0 = blockIdx.y * kTile;  // where the block's tile of C begins
  const int col0 = blockIdx.x * kTile;
  float sums[kOutputs] = {};  // [kOutputs] of C, from row row0 + ty, kStep rows apart; in registers

  for (int k0 = 0; k0 < k; k0 += kTile) {
    for (int o = 0; o < kOutputs; ++o) {
      const int y = ty + o * kStep;
      const bool inside_a = row0 + y < m && k0 + tx < k;
      const bool inside_b = k0 + y < k && col0 + tx < n;
      a_tile[y][tx] = inside_a ? a[(row0 + y) * k + (k0 + tx)] : 0.0f;
      b_tile[y][tx] = inside_b ? b[(k0 + y) * n + (col0 + tx)] : 0.0f;
    }
    __syncthreads();  // waits until all threads have loaded: the tiles are complete now
    for (int p = 0; p < kTile; ++p) {
      const float b_value = b_tile[p][tx];
      for (int o = 0; o < kOutputs; ++o) {
        sums[o] += a_tile[ty + o * kStep][p] * b_value;
      }
    }
    __syncthreads();  // waits until all threads have read: the next phase overwrites the tiles
  }
  const int col = col0 + tx;
  for (int o = 0; o < kOutputs; ++o) {
    const int row = row0 + ty + o * kStep;
    if (row < m && col < n) {
      c[row * n + col] = sums[o];
    }
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  constexpr int kOutputs = 8;  // try 1, 2, 4 and 8
  const dim3 block(kTile, kTile / kOutputs);
  const dim3 grid((n + kTile - 1) / kTile, (m + kTile - 1) / kTile);
  multi_output_kernel<2><<<grid, block>>>(a, b, c, m, n, k);
}
