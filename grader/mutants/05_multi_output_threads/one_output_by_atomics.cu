// verdict: MISSES THE POINT
// cuda: TOO SLOW or PASSED
// One output a thread: each product reads both tiles, one of them by an atomic that changes
// nothing.
#include <gemmlab/matmul.h>

constexpr int kTile = 32;

__global__ void one_output_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float a_tile[kTile][kTile];
  __shared__ float b_tile[kTile][kTile];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * kTile + ty, col = blockIdx.x * kTile + tx;
  float sum = 0.0f;
  for (int k0 = 0; k0 < k; k0 += kTile) {
    a_tile[ty][tx] = row < m && k0 + tx < k ? a[row * k + k0 + tx] : 0.0f;
    b_tile[ty][tx] = k0 + ty < k && col < n ? b[(k0 + ty) * n + col] : 0.0f;
    __syncthreads();
    for (int p = 0; p < kTile; ++p) {
      const float a_value = atomicAdd(&a_tile[ty][p], 0.0f);
      const float b_value = b_tile[p][tx];
      sum += a_value * b_value;
    }
    __syncthreads();
  }
  if (row < m && col < n) {
    c[row * n + col] = sum;
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const dim3 block(kTile, kTile);
  const dim3 grid((n + kTile - 1) / kTile, (m + kTile - 1) / kTile);
  one_output_kernel<<<grid, block>>>(a, b, c, m, n, k);
}
