// verdict: PASSED
// suite: full
// Right but unusual: 8 x 8 adjacent outputs a thread, A's tile turned with a pad of 4, fragments
// and C in float4.
#include <gemmlab/matmul.h>

constexpr int kTile = 128;
constexpr int kDepth = 8;
constexpr int kThread = 8;
constexpr int kSide = kTile / kThread;
constexpr int kThreads = kSide * kSide;

__global__ void two_level_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ __align__(16) float a_tile[kDepth][kTile + 4];
  __shared__ __align__(16) float b_tile[kDepth][kTile];
  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int row0 = blockIdx.y * kTile;
  const int col0 = blockIdx.x * kTile;
  float sums[kThread][kThread] = {};
  for (int k0 = 0; k0 < k; k0 += kDepth) {
    for (int i = ty * kSide + tx; i < kTile * kDepth; i += kThreads) {
      const int y = i / kDepth, x = i % kDepth;
      a_tile[x][y] = row0 + y < m && k0 + x < k ? a[(row0 + y) * k + k0 + x] : 0;
    }
    for (int i = ty * kSide + tx; i < kDepth * kTile; i += kThreads) {
      const int y = i / kTile, x = i % kTile;
      const bool inside = k0 + y < k && col0 + x < n;
      b_tile[y][x] = inside ? b[(k0 + y) * n + col0 + x] : 0;
    }
    __syncthreads();
    for (int p = 0; p < kDepth; ++p) {
      float4 a_frag[2], b_frag[2];
      for (int half = 0; half < 2; ++half) {
        a_frag[half] = *reinterpret_cast<float4*>(&a_tile[p][ty * kThread + half * 4]);
        b_frag[half] = *reinterpret_cast<float4*>(&b_tile[p][tx * kThread + half * 4]);
      }
      const float a_value[] = {a_frag[0].x, a_frag[0].y, a_frag[0].z, a_frag[0].w,
                               a_frag[1].x, a_frag[1].y, a_frag[1].z, a_frag[1].w};
      const float b_value[] = {b_frag[0].x, b_frag[0].y, b_frag[0].z, b_frag[0].w,
                               b_frag[1].x, b_frag[1].y, b_frag[1].z, b_frag[1].w};
      for (int i = 0; i < kThread; ++i) {
        for (int j = 0; j < kThread; ++j) {
          sums[i][j] += a_value[i] * b_value[j];
        }
      }
    }
    __syncthreads();
  }
  for (int i = 0; i < kThread; ++i) {
    const int row = row0 + ty * kThread + i;
    for (int j = 0; j < kThread; j += 4) {
      const int col = col0 + tx * kThread + j;
      float* target = &c[row * n + col];
      if (n % 4 == 0 && row < m && col + 3 < n) {
        *reinterpret_cast<float4*>(target) =
            make_float4(sums[i][j], sums[i][j + 1], sums[i][j + 2], sums[i][j + 3]);
      } else {
        for (int l = 0; l < 4 && row < m && col + l < n; ++l) {
          target[l] = sums[i][j + l];
        }
      }
    }
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const dim3 grid((n + kTile - 1) / kTile, (m + kTile - 1) / kTile);
  two_level_kernel<<<grid, dim3(kSide, kSide)>>>(a, b, c, m, n, k);
}
