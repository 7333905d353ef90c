// verdict: PASSED
// suite: full
// Right but unusual: a call that is not inlined returns the four floats that are stored.
#include <gemmlab/matmul.h>
constexpr int kTile = 32;
__noinline__ __device__ float4 load4(const float* p) {
  return *reinterpret_cast<const float4*>(p);
}
__global__ void tiled_kernel(const float* a, const float* b, float* c, int n, int k) {
  __shared__ __align__(16) float at[kTile][kTile], bt[kTile][kTile];
  const int tx = threadIdx.x, ty = threadIdx.y, t = ty * kTile + tx;
  const int row0 = blockIdx.y * kTile, col0 = blockIdx.x * kTile;
  float sum = 0.0f;
  for (int k0 = 0; k0 < k; k0 += kTile) {
    if (t < 256) {
      const int y = t / 8, x = t % 8 * 4;
      *reinterpret_cast<float4*>(&at[y][x]) = load4(a + (row0 + y) * k + k0 + x);
      *reinterpret_cast<float4*>(&bt[y][x]) = load4(b + (k0 + y) * n + col0 + x);
    }
    __syncthreads();
    for (int p = 0; p < kTile; ++p)
      sum += at[ty][p] * bt[p][tx];
    __syncthreads();
  }
  c[(row0 + ty) * n + col0 + tx] = sum;
}
extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  tiled_kernel<<<dim3(n / kTile, m / kTile), dim3(kTile, kTile)>>>(a, b, c, n, k);
}
