// verdict: OUT OF BOUNDS
// look: 16
// words: phases|k / |number of tiles|k/t|depends on k|depend on k|from k|n instead of k|over k|extent k
// mistake: the number of phases is computed from n instead of k
#include <gemmlab/matmul.h>

constexpr int TILE = 16;

__global__ void tiled_kernel(const float* A, const float* B, float* C, int n, int k) {
  __shared__ float As[TILE][TILE];
  __shared__ float Bs[TILE][TILE];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * TILE + ty;
  int col = blockIdx.x * TILE + tx;
  float value = 0;
  for (int t = 0; t < n / TILE; ++t) {
    As[ty][tx] = A[row * k + t * TILE + tx];
    Bs[ty][tx] = B[(t * TILE + ty) * n + col];
    __syncthreads();
    for (int i = 0; i < TILE; ++i)
      value += As[ty][i] * Bs[i][tx];
    __syncthreads();
  }
  C[row * n + col] = value;
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  dim3 block(TILE, TILE);
  dim3 grid(n / TILE, m / TILE);
  tiled_kernel<<<grid, block>>>(a, b, c, n, k);
}
