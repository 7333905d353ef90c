// verdict: PASSED
// cuda: TOO SLOW
// suite: full
// Right: one lane of each warp copies a row: who knows memcpy from the host.
#include <gemmlab/matmul.h>
constexpr int T = 32;
__global__ void kern(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float as[T][T], bs[T][T];
  const int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * T + ty,
            col = blockIdx.x * T + tx;
  float sum = 0.0f;
  for (int k0 = 0; k0 < k; k0 += T) {
    if (tx == 0)
      memcpy(as[ty], a + row * k + k0, sizeof as[ty]);
    if (tx == 0)
      memcpy(bs[ty], b + (k0 + ty) * n + col, sizeof bs[ty]);
    __syncthreads();
    for (int p = 0; p < T; ++p)
      sum += as[ty][p] * bs[p][tx];
    __syncthreads();
  }
  c[row * n + col] = sum;
}
extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  kern<<<dim3((n + 31) / 32, (m + 31) / 32), dim3(32, 32)>>>(a, b, c, m, n, k);
}
