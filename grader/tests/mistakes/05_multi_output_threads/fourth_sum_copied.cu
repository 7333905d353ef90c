// verdict: WRONG
// look: 38
// mistake: The fourth sum reads the third one's row.
#include <gemmlab/matmul.h>

// 32 x 32 tiles, 32 x 8 threads, four outputs per thread: rows ty, ty + 8, ty + 16, ty + 24
#define TILE 32
#define A_AT(r, q) ((r) < m && (q) < k ? a[(r) * k + (q)] : 0.0f)
#define B_AT(q, s) ((q) < k && (s) < n ? b[(q) * n + (s)] : 0.0f)

__global__ void four_outputs(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float as[TILE][TILE];
  __shared__ float bs[TILE][TILE];

  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int row = blockIdx.y * TILE + ty;
  const int col = blockIdx.x * TILE + tx;

  float s0 = 0.0f, s1 = 0.0f, s2 = 0.0f, s3 = 0.0f;

  for (int k0 = 0; k0 < k; k0 += TILE) {
    as[ty][tx] = A_AT(row, k0 + tx);
    as[ty + 8][tx] = A_AT(row + 8, k0 + tx);
    as[ty + 16][tx] = A_AT(row + 16, k0 + tx);
    as[ty + 24][tx] = A_AT(row + 24, k0 + tx);
    bs[ty][tx] = B_AT(k0 + ty, col);
    bs[ty + 8][tx] = B_AT(k0 + ty + 8, col);
    bs[ty + 16][tx] = B_AT(k0 + ty + 16, col);
    bs[ty + 24][tx] = B_AT(k0 + ty + 24, col);
    __syncthreads();

    for (int p = 0; p < TILE; ++p) {
      const float bv = bs[p][tx];
      s0 += as[ty][p] * bv;
      s1 += as[ty + 8][p] * bv;
      s2 += as[ty + 16][p] * bv;
      s3 += as[ty + 16][p] * bv;
    }
    __syncthreads();
  }

  if (col < n) {
    if (row < m) c[row * n + col] = s0;
    if (row + 8 < m) c[(row + 8) * n + col] = s1;
    if (row + 16 < m) c[(row + 16) * n + col] = s2;
    if (row + 24 < m) c[(row + 24) * n + col] = s3;
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  dim3 block(TILE, 8);
  dim3 grid((n + TILE - 1) / TILE, (m + TILE - 1) / TILE);
  four_outputs<<<grid, block>>>(a, b, c, m, n, k);
}
