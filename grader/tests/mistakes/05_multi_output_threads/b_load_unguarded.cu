// verdict: OUT OF BOUNDS
// look: 28
// mistake: The load of B has no guard, so elements outside of B are read at the edges.
// Lab 05, more outputs per thread: fewer threads, each with several independent sums
// that share the elements which the thread reads.
#include <gemmlab/matmul.h>

constexpr int kTile = 32;  // a tile is kTile x kTile: 4 kB, and a warp is one row of it

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
      a_tile[y][tx] = row0 + y < m && k0 + tx < k ? a[(row0 + y) * k + k0 + tx] : 0.0f;
      b_tile[y][tx] = b[(k0 + y) * n + col0 + tx];
    }
    __syncthreads();  // waits until all threads have loaded: the tiles are complete now

    for (int kk = 0; kk < kTile; ++kk) {
      const float bval = b_tile[kk][tx];
      for (int o = 0; o < kOutputs; ++o) {
        sums[o] += a_tile[ty + o * kStep][kk] * bval;
      }
    }
    __syncthreads();  // waits until all threads have read: the next round overwrites the tiles
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
  multi_output_kernel<kOutputs><<<grid, block>>>(a, b, c, m, n, k);
}
