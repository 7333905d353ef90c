// verdict: PARTIAL
// suite: full
// Blocks draw their tiles from a counter that no call sets back: the second call computes nothing.
#include <gemmlab/matmul.h>
constexpr int T = 32;
__device__ int
    next_tile;  // never set back to 0: the second call finds no tile left and computes nothing
__global__ void tiled(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float a_tile[T][T];
  __shared__ float b_tile[T][T];
  __shared__ int tile;
  const int tx = threadIdx.x, ty = threadIdx.y, wide = (n + T - 1) / T,
            tiles = wide * ((m + T - 1) / T);
  for (;;) {
    if (tx == 0 && ty == 0)
      tile = atomicAdd(&next_tile, 1);
    __syncthreads();
    const int mine = tile;
    __syncthreads();
    if (mine >= tiles)
      return;
    const int row = mine / wide * T + ty, col = mine % wide * T + tx;
    float sum = 0;
    for (int k0 = 0; k0 < k; k0 += T) {
      a_tile[ty][tx] = row < m && k0 + tx < k ? a[row * k + k0 + tx] : 0;
      b_tile[ty][tx] = k0 + ty < k && col < n ? b[(k0 + ty) * n + col] : 0;
      __syncthreads();
      for (int p = 0; p < T; ++p)
        sum += a_tile[ty][p] * b_tile[p][tx];
      __syncthreads();
    }
    if (row < m && col < n)
      c[row * n + col] = sum;
  }
}
extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  tiled<<<8, dim3(T, T)>>>(a, b, c, m, n, k);
}
