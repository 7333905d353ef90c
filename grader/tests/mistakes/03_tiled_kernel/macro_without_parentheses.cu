// verdict: WRONG
// look: 7
// mistake: The macro multiplies only a part of its parameter's sum.
#include <gemmlab/matmul.h>

#define TILE 16
#define AT(r, c, width) r * width + c

__global__ void tiled(const float* A, const float* B, float* C, int n, int k) {
  __shared__ float As[TILE][TILE];
  __shared__ float Bs[TILE][TILE];

  int tx = threadIdx.x, ty = threadIdx.y;
  int bx = blockIdx.x, by = blockIdx.y;
  float sum = 0.0f;

  for (int t = 0; t < k / TILE; t++) {
    As[ty][tx] = A[AT(by * TILE + ty, t * TILE + tx, k)];
    Bs[ty][tx] = B[AT(t * TILE + ty, bx * TILE + tx, n)];
    __syncthreads();

    for (int p = 0; p < TILE; p++) {
      sum += As[ty][p] * Bs[p][tx];
    }
    __syncthreads();
  }

  int row = by * TILE + ty;
  int col = bx * TILE + tx;
  C[AT(row, col, n)] = sum;
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  dim3 block(TILE, TILE);
  dim3 grid(n / TILE, m / TILE);
  tiled<<<grid, block>>>(a, b, c, n, k);
}
