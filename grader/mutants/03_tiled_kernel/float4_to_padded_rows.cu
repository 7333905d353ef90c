// verdict: MISALIGNED
// Pads the tiles' rows by one float, as against bank conflicts, and stores four floats at once: who
// forgets that the second row no longer begins on 16 bytes.
// line: 16
#include <gemmlab/matmul.h>
constexpr int kTile = 32;
__global__ void tiled_kernel(const float* a, const float* b, float* c, int n, int k) {
  __shared__ float a_tile[kTile][kTile + 1];
  __shared__ float b_tile[kTile][kTile + 1];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row0 = blockIdx.y * kTile, col0 = blockIdx.x * kTile;
  float sum = 0.0f;
  for (int k0 = 0; k0 < k; k0 += kTile) {
    if (tx < 8) {
      *reinterpret_cast<float4*>(&a_tile[ty][4 * tx]) =
          *reinterpret_cast<const float4*>(&a[(row0 + ty) * k + (k0 + 4 * tx)]);
      *reinterpret_cast<float4*>(&b_tile[ty][4 * tx]) =
          *reinterpret_cast<const float4*>(&b[(k0 + ty) * n + (col0 + 4 * tx)]);
    }
    __syncthreads();
    for (int p = 0; p < kTile; ++p) {
      sum += a_tile[ty][p] * b_tile[p][tx];
    }
    __syncthreads();
  }
  c[(row0 + ty) * n + col0 + tx] = sum;
}
extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  tiled_kernel<<<dim3(n / kTile, m / kTile), dim3(kTile, kTile)>>>(a, b, c, n, k);
}
