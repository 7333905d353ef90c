// verdict: PASSED
// suite: full
// Right but unusual: four by four outputs, 8 x 8 threads, tiles of 32.
#include <gemmlab/matmul.h>

constexpr int kTile = 32;
constexpr int kOutputs = 4;  // along each of both axes
constexpr int kStep = kTile / kOutputs;

__global__ void square_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float a_tile[kTile][kTile];
  __shared__ float b_tile[kTile][kTile];
  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int row0 = blockIdx.y * kTile;
  const int col0 = blockIdx.x * kTile;
  float sums[kOutputs][kOutputs] = {};
  for (int k0 = 0; k0 < k; k0 += kTile) {
    for (int y = ty; y < kTile; y += kStep) {
      for (int x = tx; x < kTile; x += kStep) {
        a_tile[y][x] = row0 + y < m && k0 + x < k ? a[(row0 + y) * k + k0 + x] : 0.0f;
        b_tile[y][x] = k0 + y < k && col0 + x < n ? b[(k0 + y) * n + col0 + x] : 0.0f;
      }
    }
    __syncthreads();
    for (int p = 0; p < kTile; ++p) {
      for (int i = 0; i < kOutputs; ++i) {
        for (int j = 0; j < kOutputs; ++j) {
          sums[i][j] += a_tile[ty + i * kStep][p] * b_tile[p][tx + j * kStep];
        }
      }
    }
    __syncthreads();
  }
  for (int i = 0; i < kOutputs; ++i) {
    for (int j = 0; j < kOutputs; ++j) {
      const int row = row0 + ty + i * kStep;
      const int col = col0 + tx + j * kStep;
      if (row < m && col < n) {
        c[row * n + col] = sums[i][j];
      }
    }
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const dim3 grid((n + kTile - 1) / kTile, (m + kTile - 1) / kTile);
  square_kernel<<<grid, dim3(kStep, kStep)>>>(a, b, c, m, n, k);
}
