// verdict: PARTIAL
// diagnosis: grid_too_small, not outputs_not_stored, not block_is_flat
// A block owns a whole tile, and the grid is divided by the outputs once more, so the lower rows
// of C are missing.
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
    for (int y = ty; y < kTile; y += kStep) {
      a_tile[y][tx] = row0 + y < m && k0 + tx < k ? a[(row0 + y) * k + k0 + tx] : 0;
      b_tile[y][tx] = k0 + y < k && col < n ? b[(k0 + y) * n + col] : 0;
    }
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
  const int tiles_y = (m + kTile - 1) / kTile;
  const dim3 grid((n + kTile - 1) / kTile, (tiles_y + kOutputs - 1) / kOutputs);
  multi_output_kernel<<<grid, dim3(kTile, kStep)>>>(a, b, c, m, n, k);
}
