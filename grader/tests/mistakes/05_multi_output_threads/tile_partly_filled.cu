// verdict: UNINITIALISED
// look: 28 29
// mistake: Each thread loads one place of each tile, as in lab 04, although the block has only
// kStep rows of threads: most of the tiles is never filled.
// Lab 05, more outputs per thread: fewer threads, each with several independent acc
// that share the elements which the thread reads.
#include <gemmlab/matmul.h>

constexpr int kTile = 32;  // a tile is kTile x kTile: 4 kB, and a warp is one row of it

template <int kOutputs>
__global__ void multi_output_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  static_assert(kTile % kOutputs == 0, "kTile must be a multiple of kOutputs");
  constexpr int kStep = kTile / kOutputs;  // rows from one output of a thread to its next

  __shared__ float a_sh[kTile][kTile];  // [kTile, kTile] of A, from row row0 and column k0
  __shared__ float b_sh[kTile][kTile];  // [kTile, kTile] of B, from row k0 and column col0

  const int tx = threadIdx.x;
  const int ty = threadIdx.y;           // 0 .. kStep - 1
  const int row0 = blockIdx.y * kTile;  // where the block's tile of C begins
  const int col0 = blockIdx.x * kTile;
  float acc[kOutputs] = {};  // [kOutputs] of C, from row row0 + ty, kStep rows apart; in registers

  for (int k0 = 0; k0 < k; k0 += kTile) {
    const bool in_a = row0 + ty < m && k0 + tx < k;
    const bool in_b = k0 + ty < k && col0 + tx < n;
    a_sh[ty][tx] = in_a ? a[(row0 + ty) * k + (k0 + tx)] : 0.0f;
    b_sh[ty][tx] = in_b ? b[(k0 + ty) * n + (col0 + tx)] : 0.0f;
    __syncthreads();  // waits until all threads have loaded: the tiles are complete now

    for (int p = 0; p < kTile; ++p) {
      const float b_value = b_sh[p][tx];
      for (int o = 0; o < kOutputs; ++o) {
        acc[o] += a_sh[ty + o * kStep][p] * b_value;
      }
    }
    __syncthreads();  // waits until all threads have read: the next round overwrites the tiles
  }

  const int col = col0 + tx;
  for (int o = 0; o < kOutputs; ++o) {
    const int row = row0 + ty + o * kStep;
    if (row < m && col < n) {
      c[row * n + col] = acc[o];
    }
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  constexpr int kOutputs = 8;  // try 1, 2, 4 and 8
  const dim3 block(kTile, kTile / kOutputs);
  const dim3 grid((n + kTile - 1) / kTile, (m + kTile - 1) / kTile);
  multi_output_kernel<kOutputs><<<grid, block>>>(a, b, c, m, n, k);
}
