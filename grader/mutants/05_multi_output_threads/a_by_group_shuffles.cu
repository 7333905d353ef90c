// verdict: PASSED
// suite: full
// Right but unusual: A stays in registers, and a warp's group hands its elements round.
#include <cooperative_groups.h>
#include <gemmlab/matmul.h>

namespace cg = cooperative_groups;

constexpr int kTile = 32;
constexpr int kOutputs = 4;
constexpr int kStep = kTile / kOutputs;

__global__ void multi_output_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float b_tile[kTile][kTile];
  const auto block = cg::this_thread_block();
  const auto warp = cg::tiled_partition<kTile>(block);
  const int tx = warp.thread_rank();
  const int ty = warp.meta_group_rank();
  const int row0 = blockIdx.y * kTile + ty;
  const int col = blockIdx.x * kTile + tx;
  float sums[kOutputs] = {};
  for (int k0 = 0; k0 < k; k0 += kTile) {
    float a_values[kOutputs];
    for (int o = 0; o < kOutputs; ++o) {
      const int row = row0 + o * kStep, y = ty + o * kStep;
      a_values[o] = row < m && k0 + tx < k ? a[row * k + k0 + tx] : 0;
      b_tile[y][tx] = k0 + y < k && col < n ? b[(k0 + y) * n + col] : 0;
    }
    block.sync();
    for (int p = 0; p < kTile; ++p) {
      const float b_value = b_tile[p][tx];
      for (int o = 0; o < kOutputs; ++o) {
        sums[o] += warp.shfl(a_values[o], p) * b_value;
      }
    }
    block.sync();
  }
  for (int o = 0; o < kOutputs; ++o) {
    const int row = row0 + o * kStep;
    if (row < m && col < n) {
      c[row * n + col] = sums[o];
    }
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const dim3 grid((n + kTile - 1) / kTile, (m + kTile - 1) / kTile);
  multi_output_kernel<<<grid, dim3(kTile, kStep)>>>(a, b, c, m, n, k);
}
