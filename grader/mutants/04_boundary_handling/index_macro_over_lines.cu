// verdict: OUT OF BOUNDS
// suite: full
// The load of A is not guarded; its index is a macro over several lines.
// line: 18
#include <gemmlab/matmul.h>

#define OFFSET(row, col, width) ((row) * (width) + (col))

constexpr int kTile = 16;

__global__ void tiled_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float a_tile[kTile][kTile], b_tile[kTile][kTile];
  const int ty = threadIdx.y, tx = threadIdx.x;
  const int row = blockIdx.y * kTile + ty, col = blockIdx.x * kTile + tx;
  float sum = 0;
  for (int k0 = 0; k0 < k; k0 += kTile) {
    // clang-format off
    a_tile[ty][tx] = a[OFFSET(
        row,       // row
        k0 + tx,   // col
        k)];
    // clang-format on
    b_tile[ty][tx] = k0 + ty < k && col < n ? b[(k0 + ty) * n + col] : 0.0f;
    __syncthreads();
    for (int p = 0; p < kTile; ++p) {
      sum += float(a_tile[ty][p]) * float(b_tile[p][tx]);
    }
    __syncthreads();
  }
  if (row < m && col < n) {
    c[row * n + col] = sum;
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const dim3 grid((n + kTile - 1) / kTile, (m + kTile - 1) / kTile);
  tiled_kernel<<<grid, dim3(kTile, kTile)>>>(a, b, c, m, n, k);
}
