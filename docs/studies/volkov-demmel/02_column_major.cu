// Volkov and Demmel, step 2: the same kernel on an A that lies column by column, as in Fortran and
// the paper: a warp reads 32 neighbours. Our A does not, so it is turned first.
#include <gemmlab/matmul.h>

constexpr int kThreads = 64;  // rows of C of a block: one for each thread
constexpr int kCols = 16;     // columns of C of a block, all of them in each thread
constexpr int kDepth = 16;    // of k in shared memory at a time
constexpr int kTile = 32;     // for turning A

// turned = the transpose of a, tile by tile, so that both sides are read and written along rows.
//   a [m, k], turned [k, m]   fp32, row-major, packed, device memory
//   grid (ceil(k/kTile), ceil(m/kTile)), block (kTile, kTile), 4 kB of shared memory
__global__ void turn_kernel(const float* a, float* turned, int m, int k) {
  __shared__ float tile[kTile][kTile + 1];  // [32, 32] of A; the pad keeps columns in 32 banks
  const int row0 = blockIdx.y * kTile;
  const int col0 = blockIdx.x * kTile;
  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  if (row0 + ty < m && col0 + tx < k) {
    tile[ty][tx] = a[(row0 + ty) * k + col0 + tx];
  }
  __syncthreads();  // waits until all threads have loaded: others store what this one loaded
  if (row0 + tx < m && col0 + ty < k) {
    turned[(col0 + ty) * m + row0 + tx] = tile[tx][ty];
  }
}

// C = A * B, a row of kCols elements of C per thread. A goes straight to registers, B through
// shared memory, and each p adds a rank-1 update.
//   a [k, m], the transpose of A, b [k, n], c [m, n]   fp32, row-major, packed, device memory; c
//   overlaps neither grid (ceil(n/kCols), ceil(m/kThreads)), block (kThreads), 1 kB of static
//   shared memory any m, n, k >= 1; the launch does not wait; the caller checks for
//   launch errors
__global__ void row_kernel(const float* a_turned, const float* b, float* c, int m, int n, int k) {
  __shared__ float b_tile[kDepth][kCols];  // [16, 16] of B, from row k0 and column col0
  const int row = blockIdx.y * kThreads + threadIdx.x;
  const int col0 = blockIdx.x * kCols;
  float sums[kCols] = {};  // [16] of row `row` of C, from column col0; in registers

  for (int k0 = 0; k0 < k; k0 += kDepth) {
    for (int i = threadIdx.x; i < kDepth * kCols; i += kThreads) {
      const int y = i / kCols;
      const int x = i % kCols;
      b_tile[y][x] = k0 + y < k && col0 + x < n ? b[(k0 + y) * n + col0 + x] : 0.0f;
    }
    __syncthreads();  // waits until all threads have loaded: the tile is complete now
#pragma unroll
    for (int p = 0; p < kDepth; ++p) {
      const float a_value = row < m && k0 + p < k ? a_turned[(k0 + p) * m + row] : 0.0f;
      for (int j = 0; j < kCols; ++j) {
        sums[j] += a_value * b_tile[p][j];
      }
    }
    __syncthreads();  // waits until all threads have read: the next phase overwrites the tile
  }
  for (int j = 0; j < kCols; ++j) {
    if (row < m && col0 + j < n) {
      c[row * n + col0 + j] = sums[j];
    }
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  static float* a_turned = nullptr;  // kept, because cudaMalloc takes longer than a small product
  static long long room = 0;
  if (1LL * m * k > room) {
    cudaFree(a_turned);
    room = 1LL * m * k;
    cudaMalloc(&a_turned, sizeof(float) * room);
  }
  const dim3 tiles((k + kTile - 1) / kTile, (m + kTile - 1) / kTile);
  turn_kernel<<<tiles, dim3(kTile, kTile)>>>(a, a_turned, m, k);
  const dim3 grid((n + kCols - 1) / kCols, (m + kThreads - 1) / kThreads);
  row_kernel<<<grid, kThreads>>>(a_turned, b, c, m, n, k);
}
