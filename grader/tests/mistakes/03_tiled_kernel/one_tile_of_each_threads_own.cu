// verdict: NOT FINITE
// look: 9
// mistake: The tile of B lacks __shared__.
// words: an array of its own
#include <gemmlab/matmul.h>
#define T 16
__global__ void tiled(const float* A, const float* B, float* C, int M, int N, int K) {
  __shared__ float ds_A[T][T];
  float ds_B[T][T];
  int bx = blockIdx.x; int by = blockIdx.y;
  int tx = threadIdx.x; int ty = threadIdx.y;
  int Row = by * T + ty;
  int Col = bx * T + tx;
  float Pvalue = 0;
  for (int p = 0; p < K / T; ++p) {
    ds_A[ty][tx] = A[Row * K + p * T + tx];
    ds_B[ty][tx] = B[(p * T + ty) * N + Col];
    __syncthreads();
    for (int i = 0; i < T; ++i) Pvalue += ds_A[ty][i] * ds_B[i][tx];
    __syncthreads();
  }
  C[Row * N + Col] = Pvalue;
}
extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  dim3 block(T, T);
  dim3 grid(n / T, m / T);
  tiled<<<grid, block>>>(a, b, c, m, n, k);
}
