// verdict: RACE
// cuda: WRONG
// suite: full
// Waits for its group once a phase only: the next tiles overwrite what others still read.
// line: 18
#include <cooperative_groups.h>
#include <gemmlab/matmul.h>

namespace cg = cooperative_groups;

constexpr int kTile = 16;

__device__ float share_of(cg::thread_block block, const float (*a_tile)[kTile],
                          const float (*b_tile)[kTile]) {
  const dim3 at = block.thread_index();
  float sum = 0;
  for (int i = 0; i < kTile; ++i) {
    sum += a_tile[at.y][i] * b_tile[i][at.x];
  }
  return sum;
}

__global__ void tiled_kernel(const float* a, const float* b, float* c, int n, int k) {
  __shared__ float a_tile[kTile][kTile];
  __shared__ float b_tile[kTile][kTile];
  const auto block = cg::this_thread_block();
  const int tx = block.thread_rank() % kTile;
  const int ty = block.thread_rank() / kTile;
  const int row = block.group_index().y * kTile + ty;
  const int col = block.group_index().x * kTile + tx;
  float sum = 0;
  for (int k0 = 0; k0 < k; k0 += kTile) {
    a_tile[ty][tx] = a[row * k + k0 + tx];
    b_tile[ty][tx] = b[(k0 + ty) * n + col];
    cg::sync(block);
    sum += share_of(block, a_tile, b_tile);
  }
  c[row * n + col] = sum;
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  tiled_kernel<<<dim3(n / kTile, m / kTile), dim3(kTile, kTile)>>>(a, b, c, n, k);
}
