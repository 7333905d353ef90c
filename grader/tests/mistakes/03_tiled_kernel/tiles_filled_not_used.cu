// verdict: MISSES THE POINT
// look: 28 29
// mistake: The tiles are filled but the inner loop still reads A and B from global memory.
// Lab 03, share a tile: the threads of a block load each element once and all of them use it.
#include <gemmlab/matmul.h>

constexpr int kTile = 32;

// linear tiles: element (y, x) is at y * kTile + x
__global__ void tiled_kernel(const float* a, const float* b, float* c, int n, int k) {
  __shared__ float tileA[kTile * kTile];
  __shared__ float tileB[kTile * kTile];

  const int lx = threadIdx.x;
  const int ly = threadIdx.y;
  const int row = blockIdx.y * kTile + ly;
  const int col = blockIdx.x * kTile + lx;
  const int steps = k / kTile;

  float result = 0.0f;
  int step = 0;
  while (step < steps) {
    const int offset = step * kTile;
    tileA[ly * kTile + lx] = a[row * k + (offset + lx)];
    tileB[ly * kTile + lx] = b[(offset + ly) * n + col];
    __syncthreads();
    for (int e = 0; e < kTile; ++e) {
      const float left = a[row * k + offset + e];
      const float right = b[(offset + e) * n + col];
      result += left * right;
    }
    __syncthreads();
    ++step;
  }
  c[row * n + col] = result;
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const dim3 block(kTile, kTile);
  const dim3 grid(n / kTile, m / kTile);
  tiled_kernel<<<grid, block>>>(a, b, c, n, k);
}
