// verdict: WRONG
// look: 19
// mistake: A is loaded only by threads inside of C.
// words: `(row < m)` in place of `in_c`|`row < m && k0 + tx < k` in place of
#include <gemmlab/matmul.h>

constexpr int T = 32;

__global__ void guarded_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float ta[T][T];
  __shared__ float tb[T][T];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * T + ty, col = blockIdx.x * T + tx;
  const bool in_c = row < m && col < n;
  float s = 0.0f;
  for (int k0 = 0; k0 < k; k0 += T) {
    ta[ty][tx] = 0.0f;
    tb[ty][tx] = 0.0f;
    if (in_c && k0 + tx < k) ta[ty][tx] = a[row * k + k0 + tx];
    if (k0 + ty < k && col < n) tb[ty][tx] = b[(k0 + ty) * n + col];
    __syncthreads();
    for (int p = 0; p < T; ++p) s += ta[ty][p] * tb[p][tx];
    __syncthreads();
  }
  if (in_c) c[row * n + col] = s;
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  guarded_kernel<<<dim3((n + T - 1) / T, (m + T - 1) / T), dim3(T, T)>>>(a, b, c, m, n, k);
}
