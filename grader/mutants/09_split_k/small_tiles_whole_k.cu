// verdict: MISSES THE POINT
// suite: full
// line: 57
// Right, and 256 blocks at 1024, as its tiles are small: but each block has all of k.
// Lab 09, split k, with small tiles.
#include <gemmlab/matmul.h>

constexpr int kTile = 64;
constexpr int kDepth = 16;
constexpr int kThread = 4;
constexpr int kSide = kTile / kThread;
constexpr int kPieces = 1;

__global__ void split_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float a_tile[kTile][kDepth + 1];
  __shared__ float b_tile[kDepth][kTile];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row0 = blockIdx.y * kTile, col0 = blockIdx.x * kTile;
  const int length = ((k + kPieces - 1) / kPieces + kDepth - 1) / kDepth * kDepth;
  float sums[kThread][kThread] = {};
  for (int k0 = blockIdx.z * length; k0 < min((int(blockIdx.z) + 1) * length, k); k0 += kDepth) {
    for (int i = ty * kSide + tx; i < kTile * kDepth; i += kSide * kSide) {
      const int y = i / kDepth, x = i % kDepth;
      a_tile[y][x] = row0 + y < m && k0 + x < k ? a[(row0 + y) * k + k0 + x] : 0.0f;
    }
    for (int i = ty * kSide + tx; i < kTile * kDepth; i += kSide * kSide) {
      const int y = i / kTile, x = i % kTile;
      b_tile[y][x] = k0 + y < k && col0 + x < n ? b[(k0 + y) * n + col0 + x] : 0.0f;
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
        atomicAdd(&c[row * n + col], sums[i][j]);
      }
    }
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  cudaMemsetAsync(c, 0, sizeof(float) * m * n);
  const dim3 grid((n + kTile - 1) / kTile, (m + kTile - 1) / kTile, kPieces);
  split_kernel<<<grid, dim3(kSide, kSide)>>>(a, b, c, m, n, k);
}
