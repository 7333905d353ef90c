// verdict: MISSES THE POINT
// suite: full
// Only registers, and one float of shared memory for show.
#include <gemmlab/matmul.h>

constexpr int kThread = 4;
constexpr int kSide = 16;
constexpr int kTile = kThread * kSide;

__global__ void register_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int row0 = blockIdx.y * kTile;
  const int col0 = blockIdx.x * kTile;
  __shared__ float unused;
  if (tx == 0 && ty == 0)
    unused = 0;
  __syncthreads();
  float sums[kThread][kThread] = {};
  sums[0][0] = unused;
  for (int p = 0; p < k; ++p) {
    float a_frag[kThread], b_frag[kThread];
    for (int i = 0; i < kThread; ++i) {
      const int row = row0 + ty + i * kSide, col = col0 + tx + i * kSide;
      a_frag[i] = row < m ? a[row * k + p] : 0;
      b_frag[i] = col < n ? b[p * n + col] : 0;
    }
    for (int i = 0; i < kThread; ++i) {
      for (int j = 0; j < kThread; ++j) {
        sums[i][j] += a_frag[i] * b_frag[j];
      }
    }
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
  register_kernel<<<grid, dim3(kSide, kSide)>>>(a, b, c, m, n, k);
}
