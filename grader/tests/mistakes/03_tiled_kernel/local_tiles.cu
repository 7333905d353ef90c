// verdict: NOT FINITE
// look: 10 11 25
// mistake: The tiles are declared without __shared__: each thread has its own arrays, of which it
// sets only one element.
#include <gemmlab/matmul.h>

constexpr int TILE = 8;

__global__ void tiled_kernel(const float* a, const float* b, float* c, int n, int k) {
  float As[TILE][TILE];
  float Bs[TILE][TILE];

  int tx = threadIdx.x;
  int ty = threadIdx.y;
  int row = blockIdx.y * TILE + ty;
  int col = blockIdx.x * TILE + tx;

  float result = 0.0f;
  for (int step = 0; step < k / TILE; ++step) {
    As[ty][tx] = a[row * k + (step * TILE + tx)];
    Bs[ty][tx] = b[(step * TILE + ty) * n + col];
    __syncthreads();

    for (int i = 0; i < TILE; ++i) {
      result += As[ty][i] * Bs[i][tx];
    }
    __syncthreads();
  }
  c[row * n + col] = result;
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const dim3 block(TILE, TILE);
  const dim3 grid(n / TILE, m / TILE);
  tiled_kernel<<<grid, block>>>(a, b, c, n, k);
}
