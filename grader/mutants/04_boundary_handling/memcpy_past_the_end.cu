// verdict: OUT OF BOUNDS
// suite: full
// Writes past the end of C by memcpy of a size known at run time only, which no compiler's hook
// sees.
#include <gemmlab/matmul.h>

#include <cstring>
constexpr int T = 32;
__global__ void guarded(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float a_tile[T][T];
  __shared__ float b_tile[T][T];
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
  const int bytes = blockDim.x / 8 * (m > 0);
  if (row >= m && col >= n)
    memcpy(&c[row * n + col], &sum, bytes);  // past the end of C
}
extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  guarded<<<dim3((n + T - 1) / T, (m + T - 1) / T), dim3(T, T)>>>(a, b, c, m, n, k);
}
