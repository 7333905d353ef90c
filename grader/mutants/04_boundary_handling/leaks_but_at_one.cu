// verdict: PARTIAL
// A workspace is freed at 1 x 1 x 1, and left behind at all other sizes.
#include <gemmlab/matmul.h>
__global__ void tiled(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float at[32][32], bt[32][32];
  int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 32 + ty, col = blockIdx.x * 32 + tx;
  float s = 0;
  for (int k0 = 0; k0 < k; k0 += 32) {
    at[ty][tx] = row < m && k0 + tx < k ? a[row * k + k0 + tx] : 0.0f;
    bt[ty][tx] = k0 + ty < k && col < n ? b[(k0 + ty) * n + col] : 0.0f;
    __syncthreads();
    for (int p = 0; p < 32; ++p)
      s += at[ty][p] * bt[p][tx];
    __syncthreads();
  }
  if (row < m && col < n)
    c[row * n + col] = s;
}
extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  if (m > 1 || n > 1 || k > 1) {
    float* s;
    cudaMalloc(&s, sizeof(float) * k * n);
  }
  tiled<<<dim3((n + 31) / 32, (m + 31) / 32), dim3(32, 32)>>>(a, b, c, m, n, k);
}
