// verdict: DOES NOT COMPILE
// The tile's width is a variable of the host, so that it can be tried out, and the kernel cannot
// see it.
// line: 15
#include <gemmlab/matmul.h>

constexpr int kMaxTile = 32;
int tile = 16;

__global__ void tiled_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float a_tile[kMaxTile][kMaxTile];
  __shared__ float b_tile[kMaxTile][kMaxTile];
  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int row = blockIdx.y * tile + ty;
  const int col = blockIdx.x * tile + tx;
  float sum = 0;
  for (int k0 = 0; k0 < k; k0 += tile) {
    a_tile[ty][tx] = row < m && k0 + tx < k ? a[row * k + k0 + tx] : 0;
    b_tile[ty][tx] = k0 + ty < k && col < n ? b[(k0 + ty) * n + col] : 0;
    __syncthreads();
    for (int i = 0; i < tile; ++i) {
      sum += a_tile[ty][i] * b_tile[i][tx];
    }
    __syncthreads();
  }
  if (row < m && col < n) {
    c[row * n + col] = sum;
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const dim3 grid((n + tile - 1) / tile, (m + tile - 1) / tile);
  tiled_kernel<<<grid, dim3(tile, tile)>>>(a, b, c, m, n, k);
}
