// verdict: WRONG ADDRESS SPACE
// cuda: OUT OF BOUNDS
// Hands the kernel a pointer to the extents on the host's stack: who saves arguments.
// line: 20
#include <gemmlab/matmul.h>

constexpr int kTile = 16;

struct Extents {
  int n, k;
};

__global__ void tiled_kernel(const float* a, const float* b, float* c, const Extents* extents) {
  __shared__ float a_tile[kTile][kTile];
  __shared__ float b_tile[kTile][kTile];
  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int row = blockIdx.y * kTile + ty;
  const int col = blockIdx.x * kTile + tx;
  const int n = extents->n;
  const int k = extents->k;
  float sum = 0;
  for (int k0 = 0; k0 < k; k0 += kTile) {
    a_tile[ty][tx] = a[row * k + k0 + tx];
    b_tile[ty][tx] = b[(k0 + ty) * n + col];
    __syncthreads();
    for (int i = 0; i < kTile; ++i) {
      sum += a_tile[ty][i] * b_tile[i][tx];
    }
    __syncthreads();
  }
  c[row * n + col] = sum;
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const Extents extents{n, k};
  tiled_kernel<<<dim3(n / kTile, m / kTile), dim3(kTile, kTile)>>>(a, b, c, &extents);
}
