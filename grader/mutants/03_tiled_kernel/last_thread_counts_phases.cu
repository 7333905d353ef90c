// verdict: RACE
// line: 25
// cuda: WRONG or TIMED OUT or PASSED or TOO SLOW
// Two threads store where the phase begins, and the second of them then stores where the next one
// does: the store of the first may come last.
#include <gemmlab/matmul.h>

constexpr int kTile = 4;

__global__ void tiled_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float a_tile[kTile][kTile];
  __shared__ float b_tile[kTile][kTile];
  __shared__ int next;
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * kTile + ty, col = blockIdx.x * kTile + tx;
  float sum = 0.0f;
  int k0 = 0;
  while (k0 < k) {
    a_tile[ty][tx] = a[row * k + k0 + tx];
    b_tile[ty][tx] = b[(k0 + ty) * n + col];
    if (ty == 0 && tx == 0)
      next = k0;
    if (ty == kTile - 1 && tx == 0) {
      next = k0;
      __syncwarp(1u << (ty * kTile));  // waits for nobody else
      next = k0 + kTile;
    }
    __syncthreads();
    for (int p = 0; p < kTile; ++p)
      sum += a_tile[ty][p] * b_tile[p][tx];
    k0 = next;
    __syncthreads();
  }
  c[row * n + col] = sum;
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  tiled_kernel<<<dim3(n / kTile, m / kTile), dim3(kTile, kTile)>>>(a, b, c, m, n, k);
}
