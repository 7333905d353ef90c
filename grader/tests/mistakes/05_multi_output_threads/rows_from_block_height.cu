// verdict: PARTIAL
// look: 16
// mistake: A block's first row follows from its threads, not from its rows of C.
#include <gemmlab/matmul.h>

constexpr int TILE = 32;
constexpr int OUT = 4;            // elements of C per thread
constexpr int ROWS = TILE / OUT;  // thread rows of a block

__global__ void coarse(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float as[TILE][TILE];
  __shared__ float bs[TILE][TILE];

  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int row = blockIdx.y * blockDim.y + ty;  // my first row of C
  const int col = blockIdx.x * TILE + tx;

  float acc[OUT];
  for (int i = 0; i < OUT; i++) acc[i] = 0.0f;

  for (int t = 0; t < k; t += TILE) {
#pragma unroll
    for (int off = 0; off < TILE; off += ROWS) {
      as[ty + off][tx] = (row + off < m && t + tx < k) ? a[(row + off) * k + t + tx] : 0.0f;
      bs[ty + off][tx] = (t + ty + off < k && col < n) ? b[(t + ty + off) * n + col] : 0.0f;
    }
    __syncthreads();

    for (int p = 0; p < TILE; p++) {
      float bv = bs[p][tx];
#pragma unroll
      for (int i = 0; i < OUT; i++) acc[i] += as[ty + i * ROWS][p] * bv;
    }
    __syncthreads();
  }

  if (col >= n) return;
#pragma unroll
  for (int i = 0; i < OUT; i++) {
    if (row + i * ROWS < m) c[(row + i * ROWS) * n + col] = acc[i];
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  dim3 block(TILE, ROWS);
  dim3 grid((n + TILE - 1) / TILE, (m + TILE - 1) / TILE);
  coarse<<<grid, block>>>(a, b, c, m, n, k);
}
