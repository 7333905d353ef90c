// verdict: OUT OF BOUNDS
// cuda: NOT FINITE
// suite: full
// Column k of A counts as inside, which is the next row's first element and lies behind A in the
// last row: <= for <.
// line: 27
#include <gemmlab/matmul.h>

constexpr int kTile = 64;
constexpr int kDepth = 16;
constexpr int kThread = 4;
constexpr int kSide = kTile / kThread;
constexpr int kThreads = kSide * kSide;

__global__ void two_level_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float a_tile[kTile][kDepth];
  __shared__ float b_tile[kDepth][kTile];
  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int row0 = blockIdx.y * kTile;
  const int col0 = blockIdx.x * kTile;
  float sums[kThread][kThread] = {};
  for (int k0 = 0; k0 < k; k0 += kDepth) {
    for (int i = ty * kSide + tx; i < kTile * kDepth; i += kThreads) {
      const int y = i / kDepth, x = i % kDepth;
      const bool inside = row0 + y < m && k0 + x <= k;
      a_tile[y][x] = inside ? a[(row0 + y) * k + k0 + x] : 0;
    }
    for (int i = ty * kSide + tx; i < kDepth * kTile; i += kThreads) {
      const int y = i / kTile, x = i % kTile;
      const bool inside = k0 + y < k && col0 + x < n;
      b_tile[y][x] = inside ? b[(k0 + y) * n + col0 + x] : 0;
    }
    __syncthreads();
    for (int p = 0; p < kDepth; ++p) {
      float a_frag[kThread], b_frag[kThread];
      for (int i = 0; i < kThread; ++i) {
        a_frag[i] = a_tile[ty + i * kSide][p];
        b_frag[i] = b_tile[p][tx + i * kSide];
      }
      for (int i = 0; i < kThread; ++i) {
        for (int j = 0; j < kThread; ++j) {
          sums[i][j] += a_frag[i] * b_frag[j];
        }
      }
    }
    __syncthreads();
  }
  for (int i = 0; i < kThread; ++i) {
    for (int j = 0; j < kThread; ++j) {
      const int row = row0 + ty + i * kSide, col = col0 + tx + j * kSide;
      if (row < m && col < n) {
        c[row * n + col] = sums[i][j];
      }
    }
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const dim3 grid((n + kTile - 1) / kTile, (m + kTile - 1) / kTile);
  two_level_kernel<<<grid, dim3(kSide, kSide)>>>(a, b, c, m, n, k);
}
