// verdict: BARRIER DIVERGENCE
// look: 20 25 26 28 30
// mistake: The first barrier of a phase is inside the branch that only the threads of row 0 take,
// who load the tiles alone; the other threads skip it and arrive at the other barrier.
#include <gemmlab/matmul.h>

#define TILE_WIDTH 32

__global__ void tiled_kernel(const float* M, const float* N, float* P, int n, int k) {
  __shared__ float Mds[TILE_WIDTH][TILE_WIDTH];
  __shared__ float Nds[TILE_WIDTH][TILE_WIDTH];
  int bx = blockIdx.x, by = blockIdx.y;
  int tx = threadIdx.x, ty = threadIdx.y;
  int Row = by * TILE_WIDTH + ty;
  int Col = bx * TILE_WIDTH + tx;
  float Pvalue = 0;

  for (int ph = 0; ph < k / TILE_WIDTH; ++ph) {
    // one warp fetches, the others calculate
    if (ty == 0) {
      for (int r = 0; r < TILE_WIDTH; ++r) {
        Mds[r][tx] = M[(by * TILE_WIDTH + r) * k + ph * TILE_WIDTH + tx];
        Nds[r][tx] = N[(ph * TILE_WIDTH + r) * n + Col];
      }
      __syncthreads();
    }
    for (int i = 0; i < TILE_WIDTH; ++i) {
      Pvalue += Mds[ty][i] * Nds[i][tx];
    }
    __syncthreads();
  }
  P[Row * n + Col] = Pvalue;
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  dim3 dimBlock(TILE_WIDTH, TILE_WIDTH);
  dim3 dimGrid(n / TILE_WIDTH, m / TILE_WIDTH);
  tiled_kernel<<<dimGrid, dimBlock>>>(a, b, c, n, k);
}
