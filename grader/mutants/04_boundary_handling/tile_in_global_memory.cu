// verdict: RACE
// cuda: WRONG
// suite: full
// One of the tiles is __device__ instead of __shared__: all blocks use it.
#include <gemmlab/matmul.h>
constexpr int T = 32;
__device__ float b_tile[T][T];  // one for all blocks: they overwrite each other's
__global__ void guarded(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float a_tile[T][T];
  const int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * T + ty,
            col = blockIdx.x * T + tx;
  float sum = 0;
  for (int k0 = 0; k0 < k; k0 += T) {
    a_tile[ty][tx] = row < m && k0 + tx < k ? a[row * k + k0 + tx] : 0;
    b_tile[ty][tx] = k0 + ty < k && col < n ? b[(k0 + ty) * n + col] : 0;
    __syncthreads();
    for (int p = 0; p < T; ++p)
      sum += a_tile[ty][p] * b_tile[p][tx];
    __syncthreads();
  }
  if (row < m && col < n)
    c[row * n + col] = sum;
}
extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  guarded<<<dim3((n + T - 1) / T, (m + T - 1) / T), dim3(T, T)>>>(a, b, c, m, n, k);
}
