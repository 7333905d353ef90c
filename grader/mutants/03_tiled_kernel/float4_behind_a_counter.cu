// verdict: MISALIGNED
// suite: full
// Keeps one float before the tiles in dynamic shared memory, and reads four of A's tile at once:
// who forgets that the first tile no longer begins on 16 bytes. line: 18
#include <gemmlab/matmul.h>
constexpr int kTile = 32;
__global__ void tiled_kernel(const float* a, const float* b, float* c, int n, int k) {
  extern __shared__ float s[];
  float* a_tile = s + 1;
  float* b_tile = a_tile + kTile * kTile;
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row0 = blockIdx.y * kTile, col0 = blockIdx.x * kTile;
  float sum = 0.0f;
  for (int k0 = 0; k0 < k; k0 += kTile) {
    a_tile[ty * kTile + tx] = a[(row0 + ty) * k + (k0 + tx)];
    b_tile[ty * kTile + tx] = b[(k0 + ty) * n + (col0 + tx)];
    __syncthreads();
    for (int p = 0; p < kTile; p += 4) {
      const float4 v = *reinterpret_cast<const float4*>(&a_tile[ty * kTile + p]);
      const float* w = &v.x;
      sum += v.x * b_tile[(p + 0) * kTile + tx];
      sum += v.y * b_tile[(p + 1) * kTile + tx];
      sum += v.z * b_tile[(p + 2) * kTile + tx];
      sum += v.w * b_tile[(p + 3) * kTile + tx];
    }
    __syncthreads();
  }
  c[(row0 + ty) * n + col0 + tx] = sum;
}
extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  tiled_kernel<<<dim3(n / kTile, m / kTile), dim3(kTile, kTile), (2 * kTile * kTile + 8) * 4>>>(
      a, b, c, n, k);
}
