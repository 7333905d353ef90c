// verdict: PASSED
// suite: full
// Right but unusual: lab 06's idea in small, 2 x 2 outputs a thread: as many loads as multiply-
// adds.
#include <gemmlab/matmul.h>

constexpr int kTile = 32;
constexpr int kHalf = kTile / 2;

__device__ float element(const float* matrix, int row, int col, int rows, int cols) {
  return row < rows && col < cols ? matrix[row * cols + col] : 0.0f;
}

__global__ void two_by_two_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float a_tile[kTile][kTile + 1];
  __shared__ float b_tile[kTile][kTile + 1];
  const int thread = threadIdx.x;
  const int tx = thread % kHalf;
  const int ty = thread / kHalf;
  const int row0 = blockIdx.y * kTile;
  const int col0 = blockIdx.x * kTile;
  float4 sums = make_float4(0, 0, 0, 0);
  for (int k0 = 0; k0 < k; k0 += kTile) {
    for (int i = thread; i < kTile * kTile; i += kHalf * kHalf) {
      const int y = i / kTile, x = i % kTile;
      a_tile[y][x] = element(a, row0 + y, k0 + x, m, k);
      b_tile[y][x] = element(b, k0 + y, col0 + x, k, n);
    }
    __syncthreads();
    for (int i = 0; i < kTile; ++i) {
      const float upper = a_tile[ty][i], lower = a_tile[ty + kHalf][i];
      const float left = b_tile[i][tx], right = b_tile[i][tx + kHalf];
      sums.x += upper * left;
      sums.y += upper * right;
      sums.z += lower * left;
      sums.w += lower * right;
    }
    __syncthreads();
  }
  const auto store = [&](int row, int col, float sum) {
    if (row < m && col < n) {
      c[row * n + col] = sum;
    }
  };
  store(row0 + ty, col0 + tx, sums.x);
  store(row0 + ty, col0 + tx + kHalf, sums.y);
  store(row0 + ty + kHalf, col0 + tx, sums.z);
  store(row0 + ty + kHalf, col0 + tx + kHalf, sums.w);
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const dim3 grid((n + kTile - 1) / kTile, (m + kTile - 1) / kTile);
  two_by_two_kernel<<<grid, kHalf * kHalf>>>(a, b, c, m, n, k);
}
