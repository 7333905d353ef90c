// verdict: NOT GRADED
// cuda: DOES NOT COMPILE
// suite: full
// A function for strings copies numbers.
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
      float a_value = 0.0f;
      for (int byte = 0; byte < 4; ++byte) {
        __builtin_strncpy((char*)&a_value + byte, (const char*)&a_tile[ty][p] + byte, 1);
      }
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
