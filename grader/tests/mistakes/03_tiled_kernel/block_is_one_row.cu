// verdict: RACE
// look: 22
// mistake: The block has all its threads in x, the kernel reads x and y.
#include <gemmlab/matmul.h>

const int TILE = 16;
__global__ void tiled(const float* A, const float* B, float* C, int n, int k) {
  __shared__ float sa[TILE][TILE], sb[TILE][TILE];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;
  float sum = 0;
  for (int t = 0; t < k; t += TILE) {
    sa[ty][tx] = A[row * k + (t + tx)];
    sb[ty][tx] = B[(t + ty) * n + col];
    __syncthreads();
    for (int i = 0; i < TILE; ++i) sum += sa[ty][i] * sb[i][tx];
    __syncthreads();
  }
  C[row * n + col] = sum;
}
extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  dim3 threadsPerBlock(TILE * TILE);
  dim3 numBlocks(n / TILE, m / TILE);
  tiled<<<numBlocks, threadsPerBlock>>>(a, b, c, n, k);
}
