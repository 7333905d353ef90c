// verdict: DOES NOT COMPILE
// look: 12
// mistake: An array in a kernel has a size that is known only when it runs.
// words: must be known when the file is compiled
#include <gemmlab/matmul.h>
constexpr int T = 16;
__global__ void tiled(const float* A, const float* B, float* C, int m, int n, int k) {
  __shared__ float As[T][T];
  __shared__ float Bs[T][T];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * T + ty, col = blockIdx.x * T + tx;
  float acc[m]; acc[0] = 0; float s = acc[0];
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
