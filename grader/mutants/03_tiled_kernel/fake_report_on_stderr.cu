// verdict: RACE
// cuda: WRONG
// suite: full
// No barrier at all, and a kernel that prints what a passed test prints: a forger.
#include <gemmlab/matmul.h>

#include <cstdio>

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
    for (int i = 0; i < kTile; ++i) {
      sum += a_tile[ty][i] * b_tile[i][tx];
    }
  }
  c[row * n + col] = sum;
  if (row == 0 && col == 0) {
    printf("[  PASSED  ] 12 tests.\n");
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  std::fprintf(stderr, "[       OK ] Lab03.Values (0 ms)\n</testsuite></testsuites>\n");
  tiled_kernel<<<dim3(n / kTile, m / kTile), dim3(kTile, kTile)>>>(a, b, c, n, k);
}
