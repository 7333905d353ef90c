// verdict: OUT OF BOUNDS
// look: 36
// mistake: The block has a thread for each row of the tile, and each computes eight rows.
#include <gemmlab/matmul.h>

constexpr int T = 32;
template <int O>
__global__ void coarse(const float* a, const float* b, float* c, int m, int n, int k) {
  constexpr int S = T / O;
  __shared__ float at[T][T];
  __shared__ float bt[T][T];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int r0 = blockIdx.y * T, c0 = blockIdx.x * T;
  float sums[O] = {};
  for (int k0 = 0; k0 < k; k0 += T) {
    for (int o = 0; o < O; ++o) {
      int y = ty + o * S;
      at[y][tx] = (r0 + y < m && k0 + tx < k) ? a[(r0 + y) * k + k0 + tx] : 0.0f;
      bt[y][tx] = (k0 + y < k && c0 + tx < n) ? b[(k0 + y) * n + c0 + tx] : 0.0f;
    }
    __syncthreads();
    for (int p = 0; p < T; ++p) {
      float bv = bt[p][tx];
      for (int o = 0; o < O; ++o) sums[o] += at[ty + o * S][p] * bv;
    }
    __syncthreads();
  }
  for (int o = 0; o < O; ++o) {
    int row = r0 + ty + o * S, col = c0 + tx;
    if (row < m && col < n) c[row * n + col] = sums[o];
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  constexpr int O = 8;
  dim3 block(T, T);
  dim3 grid((n + T - 1) / T, (m + T - 1) / T);
  coarse<O><<<grid, block>>>(a, b, c, m, n, k);
}
