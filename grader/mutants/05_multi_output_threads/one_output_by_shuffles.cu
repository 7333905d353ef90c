// verdict: MISSES THE POINT
// cuda: TOO SLOW or PASSED
// suite: full
// One output a thread: each product needs an element of B from shared memory and one of A from
// another thread.
#include <gemmlab/matmul.h>

constexpr int T = 32;
__global__ void matmul_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float bt[T][T];
  int tx = threadIdx.x, ty = threadIdx.y, col = blockIdx.x * T + tx, row = blockIdx.y * T + ty;
  float s = 0;
  for (int k0 = 0; k0 < k; k0 += T) {
    float av = row < m && k0 + tx < k ? a[row * k + k0 + tx] : 0.f;
    bt[ty][tx] = k0 + ty < k && col < n ? b[(k0 + ty) * n + col] : 0.f;
    __syncthreads();
    for (int p = 0; p < T; ++p)
      s += __shfl_sync(~0u, av, p) * bt[p][tx];
    __syncthreads();
  }
  if (row < m && col < n)
    c[row * n + col] = s;
}
extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  dim3 block(T, T), grid((n + T - 1) / T, (m + T - 1) / T);
  matmul_kernel<<<grid, block>>>(a, b, c, m, n, k);
}
