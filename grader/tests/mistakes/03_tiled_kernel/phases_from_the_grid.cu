// verdict: OUT OF BOUNDS
// look: 25
// mistake: The number of phases is that of the grid's columns.
#include <gemmlab/matmul.h>

constexpr int TILE_WIDTH = 32;

__global__ void MatrixMulTiled(const float* d_M, const float* d_N, float* d_P,
                               int width_N, int width_M) {
  __shared__ float Mds[TILE_WIDTH][TILE_WIDTH];
  __shared__ float Nds[TILE_WIDTH][TILE_WIDTH];

  int bx = blockIdx.x;
  int by = blockIdx.y;
  int tx = threadIdx.x;
  int ty = threadIdx.y;

  // Identify the row and column of the P element to work on
  int Row = by * TILE_WIDTH + ty;
  int Col = bx * TILE_WIDTH + tx;

  float Pvalue = 0;

  // Loop over the M and N tiles required to compute the P element
  for (int ph = 0; ph < gridDim.x; ++ph) {
    // Collaborative loading of M and N tiles into shared memory
    Mds[ty][tx] = d_M[Row * width_M + ph * TILE_WIDTH + tx];
    Nds[ty][tx] = d_N[(ph * TILE_WIDTH + ty) * width_N + Col];
    __syncthreads();

    for (int i = 0; i < TILE_WIDTH; ++i) {
      Pvalue += Mds[ty][i] * Nds[i][tx];
    }
    __syncthreads();
  }
  d_P[Row * width_N + Col] = Pvalue;
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  dim3 dimGrid(n / TILE_WIDTH, m / TILE_WIDTH, 1);
  dim3 dimBlock(TILE_WIDTH, TILE_WIDTH, 1);
  MatrixMulTiled<<<dimGrid, dimBlock>>>(a, b, c, n, k);
}
