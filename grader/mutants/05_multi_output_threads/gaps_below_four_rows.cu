// verdict: PARTIAL
// diagnosis: blocks_apart, not outputs_not_stored
// suite: full
// Tiles of 16 rows with four outputs a thread begin 32 rows apart.
// line: 17
#include <gemmlab/matmul.h>

constexpr int kTile = 16;
constexpr int kOutputs = 4;
constexpr int kStep = kTile / kOutputs;

__global__ void multiply(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float a_tile[kTile][kTile];
  __shared__ float b_tile[kTile][kTile];
  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int row0 = blockIdx.y * 32;
  const int col = blockIdx.x * kTile + tx;
  float sums[kOutputs] = {};
  for (int k0 = 0; k0 < k; k0 += kTile) {
    for (int o = 0; o < kOutputs; ++o) {
      const int y = ty + o * kStep;
      a_tile[y][tx] = row0 + y < m && k0 + tx < k ? a[(row0 + y) * k + k0 + tx] : 0;
      b_tile[y][tx] = k0 + y < k && col < n ? b[(k0 + y) * n + col] : 0;
    }
    __syncthreads();
    for (int p = 0; p < kTile; ++p) {
      const float b_value = b_tile[p][tx];
      for (int o = 0; o < kOutputs; ++o) {
        sums[o] += a_tile[ty + o * kStep][p] * b_value;
      }
    }
    __syncthreads();
  }
  for (int o = 0; o < kOutputs; ++o) {
    const int row = row0 + ty + o * kStep;
    if (row < m && col < n) {
      c[row * n + col] = sums[o];
    }
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  multiply<<<dim3((n + kTile - 1) / kTile, (m + kTile - 1) / kTile), dim3(kTile, kStep)>>>(a, b, c,
                                                                                           m, n, k);
}
