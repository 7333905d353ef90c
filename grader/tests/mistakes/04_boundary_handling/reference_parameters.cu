// verdict: WRONG ADDRESS SPACE
// look: 14
// mistake: the extents are references, as in any C++ function: the kernel gets addresses of the host.
// words: a reference
#include <gemmlab/matmul.h>

constexpr int kTile = 16;

__global__ void multiply(const float* a, const float* b, float* c, const int& m, const int& n,
                         const int& k) {
  __shared__ float a_tile[kTile][kTile], b_tile[kTile][kTile];
  int row = blockIdx.y * kTile + threadIdx.y, col = blockIdx.x * kTile + threadIdx.x;
  float sum = 0;
  for (int p0 = 0; p0 < k; p0 += kTile) {
    bool a_inside = row < m && p0 + threadIdx.x < k;
    bool b_inside = col < n && p0 + threadIdx.y < k;
    a_tile[threadIdx.y][threadIdx.x] = a_inside ? a[row * k + p0 + threadIdx.x] : 0;
    b_tile[threadIdx.y][threadIdx.x] = b_inside ? b[(p0 + threadIdx.y) * n + col] : 0;
    __syncthreads();
    for (int p = 0; p < kTile; ++p) sum += a_tile[threadIdx.y][p] * b_tile[p][threadIdx.x];
    __syncthreads();
  }
  if (row < m && col < n) c[row * n + col] = sum;
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  dim3 block(kTile, kTile), grid((n + kTile - 1) / kTile, (m + kTile - 1) / kTile);
  multiply<<<grid, block>>>(a, b, c, m, n, k);
}
