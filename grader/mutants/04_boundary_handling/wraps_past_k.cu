// verdict: WRONG
// diagnosis: wrapped_past_k
// line: 13
// Past the end of k the tiles hold the first elements again, where 0 must be.
#include <gemmlab/matmul.h>
constexpr int T = 16;
__global__ void gemm(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float as[T][T], bs[T][T];
  const int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * T + ty,
            col = blockIdx.x * T + tx;
  float s = 0;
  for (int k0 = 0; k0 < k; k0 += T) {
    as[ty][tx] = a[row % m * k + (k0 + tx) % k];
    bs[ty][tx] = b[(k0 + ty) % k * n + col % n];
    __syncthreads();
    for (int i = 0; i < T; ++i)
      s += as[ty][i] * bs[i][tx];
    __syncthreads();
  }
  if (row < m && col < n)
    c[row * n + col] = s;
}
extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  gemm<<<dim3((n + T - 1) / T, (m + T - 1) / T), dim3(T, T)>>>(a, b, c, m, n, k);
}
