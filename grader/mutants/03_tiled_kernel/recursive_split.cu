// verdict: CRASHED
// Splits the rows in halves on the host and recurses for ever, since half of one tile rounds up
// to one: a stack overflow.
#include <gemmlab/matmul.h>

constexpr int kTile = 16;

__global__ void tiled_kernel(const float* a, const float* b, float* c, int n, int k) {
  __shared__ float a_tile[kTile][kTile];
  __shared__ float b_tile[kTile][kTile];
  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int row = blockIdx.y * kTile + ty;
  const int col = blockIdx.x * kTile + tx;
  float sum = 0;
  for (int k0 = 0; k0 < k; k0 += kTile) {
    a_tile[ty][tx] = a[row * k + k0 + tx];
    b_tile[ty][tx] = b[(k0 + ty) * n + col];
    __syncthreads();
    for (int i = 0; i < kTile; ++i) {
      sum += a_tile[ty][i] * b_tile[i][tx];
    }
    __syncthreads();
  }
  c[row * n + col] = sum;
}

static int launched = 0;

static int split(const float* a, const float* b, float* c, int tiles, int n, int k) {
  if (tiles == 0) {
    tiled_kernel<<<dim3(n / kTile, 1), dim3(kTile, kTile)>>>(a, b, c, n, k);
    return ++launched;
  }
  const int half = (tiles + 1) / 2;
  return split(a, b, c, half, n, k) + split(a + half * k, b, c + half * n, tiles - half, n, k);
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  split(a, b, c, m / kTile, n, k);
}
