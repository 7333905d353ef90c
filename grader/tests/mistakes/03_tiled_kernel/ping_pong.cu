// verdict: RACE
// look: 21 22 23 24 26 27 28
// mistake: The buffer of the double buffering is chosen by k0 % 2, but k0 is a multiple of 32 and
// thus always even: both phases use the same buffer, and with one barrier per phase the next
// loads overwrite tiles that are still being read.
#include <gemmlab/matmul.h>

constexpr int kTile = 32;

// two buffers => only one barrier per phase is needed
__global__ void tiled_kernel(const float* a, const float* b, float* c, int n, int k) {
  __shared__ float as[2][kTile][kTile];
  __shared__ float bs[2][kTile][kTile];

  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * kTile + ty;
  const int col = blockIdx.x * kTile + tx;
  float sum = 0.0f;

  for (int k0 = 0; k0 < k; k0 += kTile) {
    const int buf = k0 % 2;
    as[buf][ty][tx] = a[row * k + k0 + tx];
    bs[buf][ty][tx] = b[(k0 + ty) * n + col];
    __syncthreads();
    for (int p = 0; p < kTile; ++p) {
      sum += as[buf][ty][p] * bs[buf][p][tx];
    }
  }
  c[row * n + col] = sum;
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const dim3 block(kTile, kTile);
  const dim3 grid(n / kTile, m / kTile);
  tiled_kernel<<<grid, block>>>(a, b, c, n, k);
}
