// verdict: WRONG ADDRESS SPACE
// look: 35
// words: launch it in matmul
// mistake: matmul loops on the host by pointers to rows, the kernel is never launched.
#include <gemmlab/matmul.h>

constexpr int kTile = 16;

__global__ void multiply(const float* a, const float* b, float* c, int m, int n, int k) {
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

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  for (int row = 0; row < m; ++row) {
    const float* const of_a = a + row * k;
    for (int col = 0; col < n; ++col) {
      float sum = 0;
      for (int p = 0; p < k; ++p) {
        sum += of_a[p] * b[p * n + col];
      }
      c[row * n + col] = sum;
    }
  }
}
