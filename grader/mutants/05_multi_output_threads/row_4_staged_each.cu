// verdict: MISSES THE POINT
// suite: full
// One tile of B an output, staged one after the other, as a textbook's coarsening does.
#include <gemmlab/matmul.h>

constexpr int kTile = 32;
constexpr int kOutputs = 4;

__global__ void coarse_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float a_tile[kTile][kTile];
  __shared__ float b_tile[kTile][kTile];
  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int row = blockIdx.y * kTile + ty;
  const int col0 = blockIdx.x * kTile * kOutputs + tx;
  float sums[kOutputs] = {};
  for (int k0 = 0; k0 < k; k0 += kTile) {
    a_tile[ty][tx] = row < m && k0 + tx < k ? a[row * k + k0 + tx] : 0.0f;
    for (int o = 0; o < kOutputs; ++o) {
      const int col = col0 + o * kTile;
      b_tile[ty][tx] = k0 + ty < k && col < n ? b[(k0 + ty) * n + col] : 0.0f;
      __syncthreads();
      for (int p = 0; p < kTile; ++p) {
        sums[o] += a_tile[ty][p] * b_tile[p][tx];
      }
      __syncthreads();
    }
  }
  for (int o = 0; o < kOutputs; ++o) {
    const int col = col0 + o * kTile;
    if (row < m && col < n) {
      c[row * n + col] = sums[o];
    }
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const int width = kTile * kOutputs;
  coarse_kernel<<<dim3((n + width - 1) / width, (m + kTile - 1) / kTile), dim3(kTile, kTile)>>>(
      a, b, c, m, n, k);
}
