// verdict: DOES NOT COMPILE
// The kernel uses TILE_WIDTH above the line that defines it, as one post prints it.
#include <gemmlab/matmul.h>

// C = A * B, one element of C per thread, operands staged tile by tile.
//   a [m, k], b [k, n], c [m, n]   fp32, row-major, packed, device memory; c overlaps neither
//   grid (n/TILE_WIDTH, m/TILE_WIDTH), block (TILE_WIDTH, TILE_WIDTH), 2 kB of shared memory
//   m, n, k multiples of TILE_WIDTH; the launch does not wait; the caller checks for
//   errors
__global__ void tiled_kernel(const float* a, const float* b, float* c, int n, int k) {
  __shared__ float a_tile[TILE_WIDTH][TILE_WIDTH];  // [16, 16] of A, from row row0 and column k0
  __shared__ float b_tile[TILE_WIDTH][TILE_WIDTH];  // [16, 16] of B, from row k0 and column col0
  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int row0 = blockIdx.y * TILE_WIDTH;
  const int col0 = blockIdx.x * TILE_WIDTH;
  float sum = 0.0f;
  for (int k0 = 0; k0 < k; k0 += TILE_WIDTH) {
    a_tile[ty][tx] = a[(row0 + ty) * k + k0 + tx];
    b_tile[ty][tx] = b[(k0 + ty) * n + col0 + tx];
    __syncthreads();  // waits until the tiles are complete
    for (int p = 0; p < TILE_WIDTH; ++p) {
      sum += a_tile[ty][p] * b_tile[p][tx];
    }
    __syncthreads();  // waits until all threads have read
  }
  c[(row0 + ty) * n + col0 + tx] = sum;
}

#define TILE_WIDTH 16

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  tiled_kernel<<<dim3(n / TILE_WIDTH, m / TILE_WIDTH), dim3(TILE_WIDTH, TILE_WIDTH)>>>(a, b, c, n,
                                                                                       k);
}
