// verdict: OUT OF BOUNDS
// cuda: NOT FINITE or WRONG
// suite: full
// Copies a tile's row of A, be there as much or not.
#include <gemmlab/matmul.h>
constexpr int T = 32;
__global__ void kern(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float as[T][T], bs[T][T];
  const int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * T + ty,
            col = blockIdx.x * T + tx;
  float sum = 0;
  for (int k0 = 0; k0 < k; k0 += T) {
    const int ka = min(T, k - k0), nb = min(T, n - (int)blockIdx.x * T);
    as[ty][tx] = 0;
    bs[ty][tx] = k0 + ty < k && col < n ? b[(k0 + ty) * n + col] : 0.0f;
    __syncthreads();
    if (tx == 0 && row < m)
      memcpy(as[ty], a + row * k + k0, 32 * sizeof(float));
    __syncthreads();
    for (int p = 0; p < T; ++p)
      sum += as[ty][p] * bs[p][tx];
    __syncthreads();
  }
  if (row < m && col < n)
    c[row * n + col] = sum;
}
extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  kern<<<dim3((n + 31) / 32, (m + 31) / 32), dim3(32, 32)>>>(a, b, c, m, n, k);
}
