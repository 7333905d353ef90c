// verdict: WRONG
// diagnosis: own_elements_only
// suite: full
// Each thread keeps what it loads in registers and multiplies that: the tiles are never read.
// line: 24
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
    const float x = a[row * k + k0 + tx];
    a_tile[ty][tx] = x;
    const float y = b[(k0 + ty) * n + col];
    b_tile[ty][tx] = y;
    __syncthreads();
    sum += x * y;
    __syncthreads();
  }
  c[row * n + col] = sum;
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  multiply<<<dim3(n / kTile, m / kTile), dim3(kTile, kTile)>>>(a, b, c, m, n, k);
}
