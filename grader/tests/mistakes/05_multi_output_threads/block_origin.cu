// verdict: PARTIAL
// look: 16 39 41
// mistake: The block's first row is blockIdx.y * blockDim.y (8), but a block covers 32 rows of C:
// the blocks overlap and the lower rows have no block.
#include <gemmlab/matmul.h>

#define TILE 32
#define PER_THREAD 4

template <int N_OUT>
__global__ void kernel5(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float a_sh[TILE][TILE];
  __shared__ float b_sh[TILE][TILE];
  int tx = threadIdx.x;
  int ty = threadIdx.y;
  int row0 = blockIdx.y * blockDim.y;
  int col0 = blockIdx.x * blockDim.x;
  int step = TILE / N_OUT;
  float res[N_OUT];
  for (int o = 0; o < N_OUT; ++o) res[o] = 0.0f;

  for (int kk = 0; kk < k; kk += TILE) {
    for (int o = 0; o < N_OUT; ++o) {
      int y = ty + o * step;
      a_sh[y][tx] = 0.0f;
      b_sh[y][tx] = 0.0f;
      if (row0 + y < m && kk + tx < k) a_sh[y][tx] = a[(row0 + y) * k + kk + tx];
      if (kk + y < k && col0 + tx < n) b_sh[y][tx] = b[(kk + y) * n + col0 + tx];
    }
    __syncthreads();
    for (int p = 0; p < TILE; ++p) {
      float bb = b_sh[p][tx];
      for (int o = 0; o < N_OUT; ++o) res[o] += a_sh[ty + o * step][p] * bb;
    }
    __syncthreads();
  }

  for (int o = 0; o < N_OUT; ++o) {
    int row = row0 + ty + o * step;
    int col = col0 + tx;
    if (row < m && col < n) c[row * n + col] = res[o];
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  dim3 block(TILE, TILE / PER_THREAD);
  dim3 grid((n + TILE - 1) / TILE, (m + TILE - 1) / TILE);
  kernel5<PER_THREAD><<<grid, block>>>(a, b, c, m, n, k);
}
