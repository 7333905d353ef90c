// verdict: UNINITIALISED
// cuda: WRONG
// Each thread loads one element of each tile and sums up four outputs, so most of the tiles is
// never written: who forgets that the block has become smaller.
// line: 26
// suite: full
#include <gemmlab/matmul.h>

constexpr int kTile = 32;
constexpr int kOutputs = 4;
constexpr int kStep = kTile / kOutputs;

__global__ void multi_output_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float a_tile[kTile][kTile];
  __shared__ float b_tile[kTile][kTile];
  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int row0 = blockIdx.y * kTile;
  const int col = blockIdx.x * kTile + tx;
  float sums[kOutputs] = {};
  for (int k0 = 0; k0 < k; k0 += kTile) {
    a_tile[ty][tx] = row0 + ty < m && k0 + tx < k ? a[(row0 + ty) * k + k0 + tx] : 0;
    b_tile[ty][tx] = k0 + ty < k && col < n ? b[(k0 + ty) * n + col] : 0;
    __syncthreads();
    for (int i = 0; i < kTile; ++i) {
      const float b_value = b_tile[i][tx];
      for (int o = 0; o < kOutputs; ++o) {
        sums[o] += a_tile[ty + o * kStep][i] * b_value;
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
  const dim3 grid((n + kTile - 1) / kTile, (m + kTile - 1) / kTile);
  multi_output_kernel<<<grid, dim3(kTile, kStep)>>>(a, b, c, m, n, k);
}
