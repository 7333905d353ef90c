// verdict: OUT OF BOUNDS
// look: 20 21 22 23
// mistake: The elements are read into variables first and the test comes after: addresses outside
// the matrices are read anyway.
#include <gemmlab/matmul.h>

constexpr int kTile = 32;

__global__ void guarded_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float a_tile[kTile][kTile];
  __shared__ float b_tile[kTile][kTile];

  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int row0 = blockIdx.y * kTile;
  const int col0 = blockIdx.x * kTile;
  float sum = 0.0f;

  for (int k0 = 0; k0 < k; k0 += kTile) {
    float a_new = a[(row0 + ty) * k + (k0 + tx)];
    float b_new = b[(k0 + ty) * n + (col0 + tx)];
    if (row0 + ty >= m || k0 + tx >= k) a_new = 0.0f;
    if (k0 + ty >= k || col0 + tx >= n) b_new = 0.0f;
    a_tile[ty][tx] = a_new;
    b_tile[ty][tx] = b_new;
    __syncthreads();

    for (int p = 0; p < kTile; ++p) {
      sum += a_tile[ty][p] * b_tile[p][tx];
    }
    __syncthreads();
  }

  if (row0 + ty < m && col0 + tx < n) {
    c[(row0 + ty) * n + (col0 + tx)] = sum;
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const dim3 block(kTile, kTile);
  const dim3 grid((n + kTile - 1) / kTile, (m + kTile - 1) / kTile);
  guarded_kernel<<<grid, block>>>(a, b, c, m, n, k);
}
