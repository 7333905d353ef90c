// verdict: RACE
// The barrier before the tile is filled again is one of each lane with itself.
#include <gemmlab/matmul.h>
__global__ void kern(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float at[32][32], bt[32][32];
  int tx = threadIdx.x, row0 = blockIdx.y * 32, col = blockIdx.x * 32 + tx;
  float s[32] = {};
  for (int k0 = 0; k0 < k; k0 += 32) {
    for (int y = 0; y < 32; ++y) {
      at[y][tx] = row0 + y < m && k0 + tx < k ? a[(row0 + y) * k + k0 + tx] : 0.0f;
      bt[y][tx] = k0 + y < k && col < n ? b[(k0 + y) * n + col] : 0.0f;
    }
    __syncwarp();
    for (int p = 0; p < 32; ++p) {
      float v = bt[p][tx];
      for (int y = 0; y < 32; ++y)
        s[y] += at[y][p] * v;
    }
    __syncwarp(1u << tx);
  }
  for (int y = 0; y < 32; ++y)
    if (row0 + y < m && col < n)
      c[(row0 + y) * n + col] = s[y];
}
extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  kern<<<dim3((n + 31) / 32, (m + 31) / 32), 32>>>(a, b, c, m, n, k);
}
