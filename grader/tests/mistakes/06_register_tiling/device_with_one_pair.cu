// verdict: DOES NOT COMPILE
// look: 10
// words: written __device__
// mistake: A helper's __device__ has one underscore on each side.
#include <gemmlab/matmul.h>

constexpr int kRows = 64;
constexpr int kCols = 64;
constexpr int kDepth = 16;
_device_ float product(float x, float y) {
  return x * y;
}

__global__ void multiply(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float a_tile[kRows][kDepth];
  __shared__ float b_tile[kDepth][kCols];
  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int thread = ty * 16 + tx;
  const int row0 = blockIdx.y * kRows;
  const int col0 = blockIdx.x * kCols;
  float sums[4][4] = {};
  for (int k0 = 0; k0 < k; k0 += kDepth) {
    for (int i = thread; i < kRows * kDepth; i += 256) {
      const int y = i / kDepth;
      const int x = i % kDepth;
      a_tile[y][x] = row0 + y < m && k0 + x < k ? a[(row0 + y) * k + k0 + x] : 0;
    }
    for (int i = thread; i < kDepth * kCols; i += 256) {
      const int y = i / kCols;
      const int x = i % kCols;
      b_tile[y][x] = k0 + y < k && col0 + x < n ? b[(k0 + y) * n + col0 + x] : 0;
    }
    __syncthreads();
    for (int p = 0; p < kDepth; ++p) {
      float a_frag[4];
      float b_frag[4];
      for (int i = 0; i < 4; ++i) {
        a_frag[i] = a_tile[ty + 16 * i][p];
        b_frag[i] = b_tile[p][tx + 16 * i];
      }
      for (int i = 0; i < 4; ++i) {
        for (int j = 0; j < 4; ++j) {
          sums[i][j] += product(a_frag[i], b_frag[j]);
        }
      }
    }
    __syncthreads();
  }
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < 4; ++j) {
      const int row = row0 + ty + 16 * i;
      const int col = col0 + tx + 16 * j;
      if (row < m && col < n) {
        c[row * n + col] = sums[i][j];
      }
    }
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  multiply<<<dim3((n + kCols - 1) / kCols, (m + kRows - 1) / kRows), dim3(16, 16)>>>(a, b, c, m, n,
                                                                                     k);
}
