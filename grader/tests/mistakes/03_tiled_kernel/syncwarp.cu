// verdict: RACE
// look: 21
// words: __syncwarp|syncwarp|__syncthreads|whole block|other warps|other warp|all threads of the block
// mistake: after the loads the kernel waits with __syncwarp, which waits only for the own warp and not for the whole block
#include <gemmlab/matmul.h>

constexpr int kTile = 32;

__global__ void tiled_kernel(const float* a, const float* b, float* c, int n, int k) {
  __shared__ float left[kTile][kTile];
  __shared__ float right[kTile][kTile];
  const int x = threadIdx.x;
  const int y = threadIdx.y;
  const int row = blockIdx.y * blockDim.y + y;
  const int col = blockIdx.x * blockDim.x + x;
  float sum = 0.0f;

  for (int step = 0; step < k / kTile; ++step) {
    left[y][x] = a[row * k + step * kTile + x];
    right[y][x] = b[(step * kTile + y) * n + col];
    __syncwarp();

    #pragma unroll
    for (int p = 0; p < kTile; ++p) {
      sum += left[y][p] * right[p][x];
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
