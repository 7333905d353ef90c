// verdict: DOES NOT COMPILE
// look: 41 42 45
// mistake: A variable of the host's run time is used as a template argument, which must be a
// constant.
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
      a_tile[y][tx] = row0 + y < m && k0 + tx < k ? a[(row0 + y) * k + (k0 + tx)] : 0.0f;
      b_tile[y][tx] = k0 + y < k && col0 + tx < n ? b[(k0 + y) * n + (col0 + tx)] : 0.0f;
    }
    __syncthreads();
    for (int p = 0; p < kTile; ++p) {
      const float b_value = b_tile[p][tx];
      for (int o = 0; o < kOutputs; ++o) sums[o] += a_tile[ty + o * kStep][p] * b_value;
    }
    __syncthreads();
  }

  for (int o = 0; o < kOutputs; ++o) {
    const int row = row0 + ty + o * kStep;
    if (row < m && col0 + tx < n) c[row * n + col0 + tx] = sums[o];
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  int outputs = 8;
  if (m < 512) outputs = 4;  // small matrices need more threads
  const dim3 block(kTile, kTile / outputs);
  const dim3 grid((n + kTile - 1) / kTile, (m + kTile - 1) / kTile);
  multi_output_kernel<outputs><<<grid, block>>>(a, b, c, m, n, k);
}
