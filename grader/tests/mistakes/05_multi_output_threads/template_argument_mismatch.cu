// verdict: UNINITIALISED
// look: 52 53 55
// words: is the block too small|template|kstep|rows of threads|threadidx.y|number of outputs|too few threads|half of|does not match|do not match|mismatch|<4>
// mistake: the kernel is instantiated for 4 outputs per thread but the block has the rows of threads for 8
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

    for (int p = 0; p < kTile; ++p) {
      const float b_value = b_tile[p][tx];
      for (int o = 0; o < kOutputs; ++o) {
        sums[o] += a_tile[ty + o * kStep][p] * b_value;
      }
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
  multi_output_kernel<4><<<grid, block>>>(a, b, c, m, n, k);
}
