// verdict: BARRIER DIVERGENCE
// look: 22 23
// words: all threads|every thread|each thread|only thread|only one thread|other threads|divergen|barrier inside|condition|not reached by
// mistake: only one thread of the block calls the first __syncthreads, but all threads must reach the same barrier
#include <gemmlab/matmul.h>

constexpr int kTile = 32;

__global__ void tiled_kernel(const float* a, const float* b, float* c, int n, int k) {
  __shared__ float a_tile[kTile][kTile];
  __shared__ float b_tile[kTile][kTile];

  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int row0 = blockIdx.y * kTile;
  const int col0 = blockIdx.x * kTile;
  float sum = 0.0f;

  for (int k0 = 0; k0 < k; k0 += kTile) {
    a_tile[ty][tx] = a[(row0 + ty) * k + (k0 + tx)];
    b_tile[ty][tx] = b[(k0 + ty) * n + (col0 + tx)];
    if (tx == 0 && ty == 0) {
      __syncthreads();
    }
    for (int p = 0; p < kTile; ++p) {
      sum += a_tile[ty][p] * b_tile[p][tx];
    }
    __syncthreads();
  }

  c[(row0 + ty) * n + (col0 + tx)] = sum;
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const dim3 block(kTile, kTile);
  const dim3 grid(n / kTile, m / kTile);
  tiled_kernel<<<grid, block>>>(a, b, c, n, k);
}
