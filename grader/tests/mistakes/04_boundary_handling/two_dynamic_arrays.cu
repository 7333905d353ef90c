// verdict: WRONG
// look: 11
// mistake: two arrays of dynamic shared memory, as if each had its own.
// words: begin at the same place
#include <gemmlab/matmul.h>

constexpr int kTile = 16;

__global__ void tiled(const float* a, const float* b, float* c, int m, int n, int k) {
  extern __shared__ float a_tile[];
  extern __shared__ float b_tile[];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * kTile + ty, col = blockIdx.x * kTile + tx;
  float sum = 0;
  for (int k0 = 0; k0 < k; k0 += kTile) {
    a_tile[ty * kTile + tx] = row < m && k0 + tx < k ? a[row * k + k0 + tx] : 0;
    b_tile[ty * kTile + tx] = col < n && k0 + ty < k ? b[(k0 + ty) * n + col] : 0;
    __syncthreads();
    for (int p = 0; p < kTile; ++p) sum += a_tile[ty * kTile + p] * b_tile[p * kTile + tx];
    __syncthreads();
  }
  if (row < m && col < n) c[row * n + col] = sum;
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const dim3 grid((n + kTile - 1) / kTile, (m + kTile - 1) / kTile);
  tiled<<<grid, dim3(kTile, kTile), 2 * kTile * kTile * sizeof(float)>>>(a, b, c, m, n, k);
}
