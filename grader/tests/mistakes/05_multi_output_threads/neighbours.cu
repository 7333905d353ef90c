// verdict: UNCOALESCED
// look: 15 23 24 25 29 36 37
// mistake: Each thread takes four neighbouring columns, for loads, sums and stores: right, but
// the threads of a warp read and store addresses four floats apart.
#include <gemmlab/matmul.h>

constexpr int kTile = 32;
constexpr int kPerThread = 4;

// One thread: 4 elements of one row. block = 8 x 32 threads
__global__ void row_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float a_tile[kTile][kTile];
  __shared__ float b_tile[kTile][kTile];

  const int x0 = threadIdx.x * kPerThread;
  const int ty = threadIdx.y;
  const int row = blockIdx.y * kTile + ty;
  const int col0 = blockIdx.x * kTile;
  float sums[kPerThread] = {};

  for (int k0 = 0; k0 < k; k0 += kTile) {
    for (int j = 0; j < kPerThread; ++j) {
      const int x = x0 + j;
      a_tile[ty][x] = (row < m && k0 + x < k) ? a[row * k + (k0 + x)] : 0.0f;
      b_tile[ty][x] = (k0 + ty < k && col0 + x < n) ? b[(k0 + ty) * n + (col0 + x)] : 0.0f;
    }
    __syncthreads();
    for (int p = 0; p < kTile; ++p) {
      const float av = a_tile[ty][p];
      for (int j = 0; j < kPerThread; ++j) sums[j] += av * b_tile[p][x0 + j];
    }
    __syncthreads();
  }

  for (int j = 0; j < kPerThread; ++j) {
    const int col = col0 + x0 + j;
    if (row < m && col < n) c[row * n + col] = sums[j];
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const dim3 block(kTile / kPerThread, kTile);
  const dim3 grid((n + kTile - 1) / kTile, (m + kTile - 1) / kTile);
  row_kernel<<<grid, block>>>(a, b, c, m, n, k);
}
