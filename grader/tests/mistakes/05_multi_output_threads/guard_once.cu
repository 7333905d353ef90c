// verdict: OUT OF BOUNDS
// look: 36 39
// mistake: The store's guard tests only the thread's first row, and then all four outputs are
// stored, also those below the last row of C.
#include <gemmlab/matmul.h>

constexpr int T = 32;

template <int O>
__global__ void multi_output_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  constexpr int S = T / O;
  __shared__ float at[T][T];
  __shared__ float bt[T][T];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * T + ty;
  const int col = blockIdx.x * T + tx;
  float acc[O] = {0.0f};

  for (int k0 = 0; k0 < k; k0 += T) {
#pragma unroll
    for (int o = 0; o < O; ++o) {
      const int d = o * S;
      at[ty + d][tx] = (row + d < m && k0 + tx < k) ? a[(row + d) * k + k0 + tx] : 0.0f;
      bt[ty + d][tx] = (k0 + ty + d < k && col < n) ? b[(k0 + ty + d) * n + col] : 0.0f;
    }
    __syncthreads();
#pragma unroll 8
    for (int p = 0; p < T; ++p) {
      const float x = bt[p][tx];
#pragma unroll
      for (int o = 0; o < O; ++o) acc[o] += at[ty + o * S][p] * x;
    }
    __syncthreads();
  }

  if (row < m && col < n) {
#pragma unroll
    for (int o = 0; o < O; ++o) {
      c[(row + o * S) * n + col] = acc[o];
    }
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const dim3 block(T, T / 4);
  const dim3 grid((n + T - 1) / T, (m + T - 1) / T);
  multi_output_kernel<4><<<grid, block>>>(a, b, c, m, n, k);
}
