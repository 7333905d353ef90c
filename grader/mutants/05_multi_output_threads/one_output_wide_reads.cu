// verdict: MISSES THE POINT
// suite: full
// One output a thread, read four floats at a time: fewer loads, and nothing is reused.
#include <gemmlab/matmul.h>
constexpr int T = 32;
// one output a thread: no register tile, no several outputs
__global__ void one_output(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float4 a_tile[T][T / 4];
  __shared__ float4 bt[T][T / 4 + 1];  // B's tile turned, four of k side by side
  const int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * T + ty,
            col = blockIdx.x * T + tx;
  float sum = 0;
  for (int k0 = 0; k0 < k; k0 += T) {
    reinterpret_cast<float*>(&a_tile[ty][0])[tx] =
        row < m && k0 + tx < k ? a[row * k + k0 + tx] : 0;
    reinterpret_cast<float*>(&bt[tx][0])[ty] = k0 + ty < k && col < n ? b[(k0 + ty) * n + col] : 0;
    __syncthreads();
    for (int p = 0; p < T / 4; ++p) {
      const float4 x = a_tile[ty][p], y = bt[tx][p];
      sum += x.x * y.x;
      sum += x.y * y.y;
      sum += x.z * y.z;
      sum += x.w * y.w;
    }
    __syncthreads();
  }
  if (row < m && col < n)
    c[row * n + col] = sum;
}
extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  one_output<<<dim3((n + T - 1) / T, (m + T - 1) / T), dim3(T, T)>>>(a, b, c, m, n, k);
}
