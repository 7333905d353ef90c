// verdict: PASSED
// One function stores to both tiles what the matrices have, after all threads have cleared both: at
// a small matrix only the beginnings of the tiles, which lie behind each other.
#include <gemmlab/matmul.h>

constexpr int kTile = 32;

__device__ __noinline__ void take(float* place, const float* x, int rows, int cols, int row,
                                  int col) {
  if (row < rows && col < cols) {
    *place = x[row * cols + col];
  }
}

__global__ void tiled_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float a_tile[kTile][kTile];
  __shared__ float b_tile[kTile][kTile];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * kTile + ty, col = blockIdx.x * kTile + tx;
  float sum = 0.0f;
  for (int k0 = 0; k0 < k; k0 += kTile) {
    a_tile[ty][tx] = b_tile[ty][tx] = 0.0f;
    take(&a_tile[ty][tx], a, m, k, row, k0 + tx);
    take(&b_tile[ty][tx], b, k, n, k0 + ty, col);
    __syncthreads();
    for (int p = 0; p < kTile; ++p) {
      sum += a_tile[ty][p] * b_tile[p][tx];
    }
    __syncthreads();
  }
  if (row < m && col < n) {
    c[row * n + col] = sum;
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const dim3 block(kTile, kTile);
  const dim3 grid((n + kTile - 1) / kTile, (m + kTile - 1) / kTile);
  tiled_kernel<<<grid, block>>>(a, b, c, m, n, k);
}
