// verdict: WRONG ADDRESS SPACE
// look: 29
// words: reads host memory
// mistake: A factor for each column lies in a vector of the host, which ends with matmul.
#include <gemmlab/matmul.h>
#include <vector>

constexpr int kTile = 16;

__global__ void multiply(const float* a, const float* b, float* c, int m, int n, int k,
                         const float* ones) {
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
    c[row * n + col] = sum * ones[col];
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const dim3 grid((n + kTile - 1) / kTile, (m + kTile - 1) / kTile);
  const std::vector<float> ones(n, 1.0f);
  multiply<<<grid, dim3(kTile, kTile)>>>(a, b, c, m, n, k, ones.data());
}
