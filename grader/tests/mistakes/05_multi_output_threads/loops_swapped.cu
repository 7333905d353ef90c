// verdict: MISSES THE POINT
// look: 33 35 36
// words: swap|outside|once|reuse|again|for each output|inner loop|2 loads|two loads|order of the loops|read b
// mistake: the loop over the outputs is outside the loop over p, so the element of B is read again for each output and nothing is reused
#include <gemmlab/matmul.h>

constexpr int kTile = 32;

template <int kOutputs>
__global__ void multi_output_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  static_assert(kTile % kOutputs == 0, "kTile must be a multiple of kOutputs");
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
      const bool inside_a = row0 + y < m && k0 + tx < k;
      const bool inside_b = k0 + y < k && col0 + tx < n;
      a_tile[y][tx] = inside_a ? a[(row0 + y) * k + (k0 + tx)] : 0.0f;
      b_tile[y][tx] = inside_b ? b[(k0 + y) * n + (col0 + tx)] : 0.0f;
    }
    __syncthreads();

    for (int o = 0; o < kOutputs; ++o) {
      float share = 0.0f;
      for (int p = 0; p < kTile; ++p) {
        share += a_tile[ty + o * kStep][p] * b_tile[p][tx];
      }
      sums[o] += share;
    }
    __syncthreads();
  }

  const int col = col0 + tx;
  for (int o = 0; o < kOutputs; ++o) {
    const int row = row0 + ty + o * kStep;
    if (row < m && col < n) {
      c[row * n + col] = sums[o];
    }
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  constexpr int kOutputs = 8;
  const dim3 block(kTile, kTile / kOutputs);
  const dim3 grid((n + kTile - 1) / kTile, (m + kTile - 1) / kTile);
  multi_output_kernel<kOutputs><<<grid, block>>>(a, b, c, m, n, k);
}
