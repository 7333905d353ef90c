// verdict: OUT OF BOUNDS
// look: 40
// mistake: The block has one thread for each element of the tile, although each thread has four.
// words: which has
#include <gemmlab/matmul.h>

constexpr int kTile = 32;

template <int kOutputs>
__global__ void multi_output_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  constexpr int kStep = kTile / kOutputs;
  __shared__ float a_tile[kTile][kTile];
  __shared__ float b_tile[kTile][kTile];
  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int row0 = blockIdx.y * kTile;
  const int col0 = blockIdx.x * kTile;
  float sums[kOutputs] = {};

  for (int k0 = 0; k0 < k; k0 += kTile) {
    for (int o = 0; o < kOutputs; ++o) {
      const int y = ty + o * kStep;
      a_tile[y][tx] = row0 + y < m && k0 + tx < k ? a[(row0 + y) * k + k0 + tx] : 0.0f;
      b_tile[y][tx] = k0 + y < k && col0 + tx < n ? b[(k0 + y) * n + col0 + tx] : 0.0f;
    }
    __syncthreads();
    for (int p = 0; p < kTile; ++p) {
      const float b_value = b_tile[p][tx];
      for (int o = 0; o < kOutputs; ++o) sums[o] += a_tile[ty + o * kStep][p] * b_value;
    }
    __syncthreads();
  }
  for (int o = 0; o < kOutputs; ++o) {
    const int row = row0 + ty + o * kStep, col = col0 + tx;
    if (row < m && col < n) c[row * n + col] = sums[o];
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const dim3 block(kTile, kTile);
  const dim3 grid((n + kTile - 1) / kTile, (m + kTile - 1) / kTile);
  multi_output_kernel<4><<<grid, block>>>(a, b, c, m, n, k);
}
