// verdict: PASSED
// suite: full
// Two stages that are two arrays, one chosen by a condition in each access.
#include <gemmlab/matmul.h>

constexpr int kTile = 32;

__global__ void staged_kernel(const float* a, const float* b, float* c, int n, int k) {
  __shared__ float even_a[kTile][kTile], odd_a[kTile][kTile];
  __shared__ float even_b[kTile][kTile], odd_b[kTile][kTile];
  const int row = blockIdx.y * kTile + threadIdx.y;
  const int col = blockIdx.x * kTile + threadIdx.x;
  float sum = 0;
  for (int phase = 0; phase < k / kTile; ++phase) {
    const int k0 = phase * kTile;
    (phase % 2 ? odd_a : even_a)[threadIdx.y][threadIdx.x] = a[row * k + k0 + threadIdx.x];
    (phase % 2 ? odd_b : even_b)[threadIdx.y][threadIdx.x] = b[(k0 + threadIdx.y) * n + col];
    __syncthreads();
    for (int p = 0; p < kTile; ++p) {
      sum += (phase % 2 ? odd_a : even_a)[threadIdx.y][p] *
             (phase % 2 ? odd_b : even_b)[p][threadIdx.x];
    }
  }
  c[row * n + col] = sum;
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  staged_kernel<<<dim3(n / kTile, m / kTile), dim3(kTile, kTile)>>>(a, b, c, n, k);
}
