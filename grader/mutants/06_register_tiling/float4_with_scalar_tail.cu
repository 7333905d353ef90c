// verdict: PASSED
// suite: full
// Right but unusual: four columns of B at once where rows begin on 16 bytes and four are left,
// else one by one.
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
      const bool inside = row0 + y < m && k0 + x < k;
      a_tile[y][x] = inside ? a[(row0 + y) * k + k0 + x] : 0;
    }
    for (int i = (ty * kSide + tx) * 4; i < kDepth * kTile; i += kThreads * 4) {
      const int y = i / kTile, x = i % kTile, col = col0 + x;
      const float* source = &b[(k0 + y) * n + col];
      if (n % 4 == 0 && k0 + y < k && col + 3 < n) {
        *reinterpret_cast<float4*>(&b_tile[y][x]) = *reinterpret_cast<const float4*>(source);
      } else {
        for (int j = 0; j < 4; ++j) {
          b_tile[y][x + j] = k0 + y < k && col + j < n ? source[j] : 0;
        }
      }
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
