// verdict: OUT OF BOUNDS
// look: 23
// mistake: A's flat tile is indexed with the matrix's row length.
#include <gemmlab/matmul.h>

#define TILE 16

__global__ void tiled(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float sa[TILE * TILE];
  __shared__ float sb[TILE * TILE];

  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * TILE + ty;
  int col = blockIdx.x * TILE + tx;

  float tmp = 0.0f;
  for (int i = 0; i < k; i += TILE) {
    sa[ty * TILE + tx] = a[row * k + i + tx];
    sb[ty * TILE + tx] = b[(i + ty) * n + col];
    __syncthreads();

    for (int j = 0; j < TILE; j++)
      tmp += sa[ty * k + j] * sb[j * TILE + tx];

    __syncthreads();
  }
  c[row * n + col] = tmp;
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  dim3 threads(TILE, TILE);
  dim3 blocks(n / TILE, m / TILE);
  tiled<<<blocks, threads>>>(a, b, c, m, n, k);
}
