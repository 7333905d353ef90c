// verdict: DOES NOT COMPILE
// look: 8
// mistake: __global__ is missing before the kernel.
// words: Is __global__ missing
#include <gemmlab/matmul.h>
constexpr int T = 16;
void tiled(const float* A, const float* B, float* C, int m, int n, int k) {
  __shared__ float As[T][T];
  __shared__ float Bs[T][T];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * T + ty, col = blockIdx.x * T + tx;
  float s = 0;
  for (int p = 0; p < k / T; p++) {
    As[ty][tx] = A[row * k + p * T + tx];
    Bs[ty][tx] = B[(p * T + ty) * n + col];
    __syncthreads();
    for (int i = 0; i < T; i++) s += As[ty][i] * Bs[i][tx];
    __syncthreads();
  }
  C[row * n + col] = s;
}
extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  dim3 block(T, T);
  dim3 grid(n / T, m / T);
  tiled<<<grid, block>>>(a, b, c, m, n, k);
}
