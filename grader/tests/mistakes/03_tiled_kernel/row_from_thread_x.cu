// verdict: UNCOALESCED
// look: 11
// mistake: threadIdx.x runs down the rows.
#include <gemmlab/matmul.h>

constexpr int kTile = 32;

__global__ void tiled_kernel(const float* a, const float* b, float* c, int n, int k) {
  __shared__ float at[kTile][kTile + 1];
  __shared__ float bt[kTile][kTile + 1];
  const int r = threadIdx.x;
  const int s = threadIdx.y;
  const float* a_from = a + blockIdx.y * kTile * k;
  const float* b_from = b + blockIdx.x * kTile;
  float sum = 0.0f;
  for (int k0 = 0; k0 < k; k0 += kTile) {
    at[r][s] = a_from[r * k + k0 + s];
    bt[r][s] = b_from[(k0 + r) * n + s];
    __syncthreads();
    for (int p = 0; p < kTile; ++p) {
      sum += at[r][p] * bt[p][s];
    }
    __syncthreads();
  }
  c[(blockIdx.y * kTile + r) * n + blockIdx.x * kTile + s] = sum;
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  tiled_kernel<<<dim3(n / kTile, m / kTile), dim3(kTile, kTile)>>>(a, b, c, n, k);
}
