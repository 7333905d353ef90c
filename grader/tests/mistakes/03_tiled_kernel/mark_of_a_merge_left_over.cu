// verdict: DOES NOT COMPILE
// look: 25
// words: mark of a merge
// mistake: One mark of a merge was left when the others were removed.
#include <gemmlab/matmul.h>

constexpr int kTile = 16;

__global__ void multiply(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float a_tile[kTile][kTile];
  __shared__ float b_tile[kTile][kTile];
  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int row = blockIdx.y * kTile + ty;
  const int col = blockIdx.x * kTile + tx;
  float sum = 0;
  for (int k0 = 0; k0 < k; k0 += kTile) {
    a_tile[ty][tx] = a[row * k + k0 + tx];
    b_tile[ty][tx] = b[(k0 + ty) * n + col];
    __syncthreads();
    for (int i = 0; i < kTile; ++i) {
      sum += a_tile[ty][i] * b_tile[i][tx];
    }
    __syncthreads();
>>>>>>> origin/main
  }
  c[row * n + col] = sum;
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  multiply<<<dim3(n / kTile, m / kTile), dim3(kTile, kTile)>>>(a, b, c, m, n, k);
}
