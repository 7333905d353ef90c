// verdict: UNINITIALISED
// look: 11 33
// words: times NaN is NaN: `factor`
// mistake: A launch of its own multiplies C by 0 before the sums are added to it.
#include <gemmlab/matmul.h>

constexpr int kTile = 16;
__global__ void scale(float* c, int count, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) {
    c[i] *= factor;
  }
}

__global__ void multiply(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float a_tile[kTile][kTile];
  __shared__ float b_tile[kTile][kTile];
  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int row = blockIdx.y * kTile + ty;
  const int col = blockIdx.x * kTile + tx;
  float sum = 0;
  for (int k0 = 0; k0 < k; k0 += kTile) {
    a_tile[ty][tx] = row < m && k0 + tx < k ? a[row * k + k0 + tx] : 0;
    b_tile[ty][tx] = k0 + ty < k && col < n ? b[(k0 + ty) * n + col] : 0;
    __syncthreads();
    for (int i = 0; i < kTile; ++i) {
      sum += a_tile[ty][i] * b_tile[i][tx];
    }
    __syncthreads();
  }
  if (row < m && col < n) {
    c[row * n + col] += sum;
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  scale<<<(m * n + 255) / 256, 256>>>(c, m * n, 0.0f);
  const dim3 grid((n + kTile - 1) / kTile, (m + kTile - 1) / kTile);
  multiply<<<grid, dim3(kTile, kTile)>>>(a, b, c, m, n, k);
}
