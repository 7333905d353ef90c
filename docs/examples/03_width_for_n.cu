// verdict: RACE
// cuda: WRONG
// The launch passes the width of a tile where the kernel expects that of the matrices, as one
// lecture prints it: the blocks all write to the same first elements of C.
#include <gemmlab/matmul.h>

constexpr int kTile = 16;

// C = A * B, one element of C per thread, operands staged tile by tile.
//   a [m, k], b [k, n], c [m, n]   fp32, row-major, packed, device memory; c overlaps neither
//   grid (n/kTile, m/kTile), block (kTile, kTile), 2 kB of shared memory
//   m, n, k multiples of kTile; the launch does not wait; the caller checks for errors
__global__ void tiled_kernel(const float* a, const float* b, float* c, int n, int k) {
  __shared__ float a_tile[kTile][kTile];  // [16, 16] of A, from row row0 and column k0
  __shared__ float b_tile[kTile][kTile];  // [16, 16] of B, from row k0 and column col0
  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int row0 = blockIdx.y * kTile;
  const int col0 = blockIdx.x * kTile;
  float sum = 0.0f;
  for (int k0 = 0; k0 < k; k0 += kTile) {
    a_tile[ty][tx] = a[(row0 + ty) * k + k0 + tx];
    b_tile[ty][tx] = b[(k0 + ty) * n + col0 + tx];
    __syncthreads();  // waits until the tiles are complete
    for (int p = 0; p < kTile; ++p) {
      sum += a_tile[ty][p] * b_tile[p][tx];
    }
    __syncthreads();  // waits until all threads have read
  }
  c[(row0 + ty) * n + col0 + tx] = sum;
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  tiled_kernel<<<dim3(n / kTile, m / kTile), dim3(kTile, kTile)>>>(a, b, c, kTile, kTile);
}
