// verdict: WRONG
// look: 17
// words: zero|reset|last phase|each phase|every phase|before the loop|outside the loop|overwrit|declared
// mistake: the sum is set to zero at the start of each phase, so only the last phase counts
#include <gemmlab/matmul.h>

constexpr int kTile = 32;

__global__ void tiled_kernel(const float* a, const float* b, float* c, int n, int k) {
  __shared__ float sa[kTile][kTile], sb[kTile][kTile];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * kTile + ty, col = blockIdx.x * kTile + tx;
  float sum;

  const int phases = k / kTile;
  for (int phase = 0; phase < phases; ++phase) {
    sum = 0.0f;
    sa[ty][tx] = a[row * k + (phase * kTile + tx)];
    sb[ty][tx] = b[(phase * kTile + ty) * n + col];
    __syncthreads();
    for (int p = 0; p < kTile; ++p) {
      sum += sa[ty][p] * sb[p][tx];
    }
    __syncthreads();
  }
  c[row * n + col] = sum;
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const dim3 block(kTile, kTile);
  const dim3 grid(n / kTile, m / kTile);
  tiled_kernel<<<grid, block>>>(a, b, c, n, k);
}
