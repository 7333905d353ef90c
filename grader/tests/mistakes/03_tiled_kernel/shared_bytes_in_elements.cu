// verdict: OUT OF BOUNDS
// look: 37 38
// mistake: The size of dynamic shared memory is in elements, not in bytes.
// Lab 03, with the tiles in dynamic shared memory
#include <gemmlab/matmul.h>

constexpr int kTile = 32;

__global__ void tiled_kernel(const float* a, const float* b, float* c, int n, int k) {
  extern __shared__ float tiles[];
  float* a_tile = tiles;
  float* b_tile = tiles + kTile * kTile;

  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int row = blockIdx.y * kTile + ty;
  const int col = blockIdx.x * kTile + tx;
  float sum = 0.0f;

  for (int k0 = 0; k0 < k; k0 += kTile) {
    a_tile[ty * kTile + tx] = a[row * k + (k0 + tx)];
    b_tile[ty * kTile + tx] = b[(k0 + ty) * n + col];
    __syncthreads();

    for (int p = 0; p < kTile; ++p) {
      sum += a_tile[ty * kTile + p] * b_tile[p * kTile + tx];
    }
    __syncthreads();
  }

  c[row * n + col] = sum;
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const dim3 block(kTile, kTile);
  const dim3 grid(n / kTile, m / kTile);
  const size_t shared = 2 * kTile * kTile;
  tiled_kernel<<<grid, block, shared>>>(a, b, c, n, k);
}
