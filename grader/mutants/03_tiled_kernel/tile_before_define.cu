// verdict: DOES NOT COMPILE
// suite: full
// The kernel uses TILE_WIDTH above its #define: a published listing has them in that order.
// line: 8
#include <gemmlab/matmul.h>

__global__ void tiled_kernel(const float* a, const float* b, float* c, int n, int k) {
  __shared__ float a_tile[TILE_WIDTH][TILE_WIDTH];
  __shared__ float b_tile[TILE_WIDTH][TILE_WIDTH];
  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int row = blockIdx.y * TILE_WIDTH + ty;
  const int col = blockIdx.x * TILE_WIDTH + tx;
  float sum = 0;
  for (int k0 = 0; k0 < k; k0 += TILE_WIDTH) {
    a_tile[ty][tx] = a[row * k + k0 + tx];
    b_tile[ty][tx] = b[(k0 + ty) * n + col];
    __syncthreads();
    for (int i = 0; i < TILE_WIDTH; ++i) {
      sum += a_tile[ty][i] * b_tile[i][tx];
    }
    __syncthreads();
  }
  c[row * n + col] = sum;
}

#define TILE_WIDTH 16

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const dim3 block(TILE_WIDTH, TILE_WIDTH);
  tiled_kernel<<<dim3(n / TILE_WIDTH, m / TILE_WIDTH), block>>>(a, b, c, n, k);
}
