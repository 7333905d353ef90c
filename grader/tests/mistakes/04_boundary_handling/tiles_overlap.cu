// verdict: RACE
// look: 12
// mistake: The second tile begins a row behind the first one.
// Lab 04, both tiles in one piece of dynamic shared memory
#include <gemmlab/matmul.h>

constexpr int kTile = 32;

__global__ void guarded_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  extern __shared__ float pool[];
  float* a_tile = pool;
  float* b_tile = pool + kTile;

  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int row = blockIdx.y * kTile + ty;
  const int col = blockIdx.x * kTile + tx;
  float sum = 0.0f;

  for (int k0 = 0; k0 < k; k0 += kTile) {
    a_tile[ty * kTile + tx] = (row < m && k0 + tx < k) ? a[row * k + k0 + tx] : 0.0f;
    b_tile[ty * kTile + tx] = (k0 + ty < k && col < n) ? b[(k0 + ty) * n + col] : 0.0f;
    __syncthreads();

    for (int p = 0; p < kTile; ++p) {
      sum += a_tile[ty * kTile + p] * b_tile[p * kTile + tx];
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
  guarded_kernel<<<grid, block, 2 * kTile * kTile * sizeof(float)>>>(a, b, c, m, n, k);
}
