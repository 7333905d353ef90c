// verdict: NOT GRADED
// cuda: PASSED
// suite: full
// Takes its place in the grid from a group of the whole grid, which the simulator does not know.
// line: 15
#include <cooperative_groups.h>
#include <gemmlab/matmul.h>

constexpr int kTile = 16;

__global__ void tiled_kernel(const float* a, const float* b, float* c, int n, int k) {
  __shared__ float a_tile[kTile][kTile];
  __shared__ float b_tile[kTile][kTile];
  const auto block = cooperative_groups::this_thread_block();
  const dim3 tile = cooperative_groups::this_grid().block_index();
  const int tx = block.thread_index().x;
  const int ty = block.thread_index().y;
  const int row = tile.y * kTile + ty;
  const int col = tile.x * kTile + tx;
  float sum = 0;
  for (int k0 = 0; k0 < k; k0 += kTile) {
    a_tile[ty][tx] = a[row * k + k0 + tx];
    b_tile[ty][tx] = b[(k0 + ty) * n + col];
    block.sync();
    for (int i = 0; i < kTile; ++i) {
      sum += a_tile[ty][i] * b_tile[i][tx];
    }
    block.sync();
  }
  c[row * n + col] = sum;
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  tiled_kernel<<<dim3(n / kTile, m / kTile), dim3(kTile, kTile)>>>(a, b, c, n, k);
}
