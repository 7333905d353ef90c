// verdict: WRONG
// look: 21 37
// words: set it to 0|zero|initiali|= {}|garbage|start value|undefined
// mistake: the array of sums is declared without setting it to zero
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
  float sums[kOutputs];

  for (int k0 = 0; k0 < k; k0 += kTile) {
    #pragma unroll
    for (int y = ty; y < kTile; y += kStep) {
      float from_a = 0.0f, from_b = 0.0f;
      if (row0 + y < m && k0 + tx < k) from_a = a[(row0 + y) * k + k0 + tx];
      if (k0 + y < k && col0 + tx < n) from_b = b[(k0 + y) * n + col0 + tx];
      a_tile[y][tx] = from_a;
      b_tile[y][tx] = from_b;
    }
    __syncthreads();

    for (int p = 0; p < kTile; ++p) {
      const float shared_b = b_tile[p][tx];
      #pragma unroll
      for (int o = 0; o < kOutputs; ++o) sums[o] += a_tile[ty + o * kStep][p] * shared_b;
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
  constexpr int kOutputs = 4;
  const dim3 block(kTile, kTile / kOutputs);
  const dim3 grid((n + kTile - 1) / kTile, (m + kTile - 1) / kTile);
  multi_output_kernel<kOutputs><<<grid, block>>>(a, b, c, m, n, k);
}
