// verdict: OUT OF BOUNDS
// suite: full
// The tiles are dynamic shared memory, and the launch gives none: who leaves out the third
// number between <<< and >>>.
// line: 20
#include <gemmlab/matmul.h>

constexpr int kTile = 16;

__global__ void tiled_kernel(const float* a, const float* b, float* c, int n, int k) {
  extern __shared__ float tiles[];
  float* a_tile = tiles;
  float* b_tile = tiles + kTile * kTile;
  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int row = blockIdx.y * kTile + ty;
  const int col = blockIdx.x * kTile + tx;
  float sum = 0;
  for (int k0 = 0; k0 < k; k0 += kTile) {
    a_tile[ty * kTile + tx] = a[row * k + k0 + tx];
    b_tile[ty * kTile + tx] = b[(k0 + ty) * n + col];
    __syncthreads();
    for (int i = 0; i < kTile; ++i) {
      sum += a_tile[ty * kTile + i] * b_tile[i * kTile + tx];
    }
    __syncthreads();
  }
  c[row * n + col] = sum;
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  tiled_kernel<<<dim3(n / kTile, m / kTile), dim3(kTile, kTile)>>>(a, b, c, n, k);
}
