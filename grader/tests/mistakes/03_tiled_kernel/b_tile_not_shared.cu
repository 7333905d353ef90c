// verdict: NOT FINITE
// look: 12
// mistake: __shared__ is missing on the tile of B only: each thread has its own sB with one
// element filled.
// Lab 03, share a tile: the threads of a block load each element once and all of them use it.
#include <gemmlab/matmul.h>

constexpr int T = 32;

__global__ void shared_gemm(const float* __restrict__ A, const float* __restrict__ B, float* C, int N, int K) {
  __shared__ float sA[T][T];
  float sB[T][T];

  int x = threadIdx.x, y = threadIdx.y;

  // move the pointers to where this block starts
  A += blockIdx.y * T * K;
  B += blockIdx.x * T;
  C += blockIdx.y * T * N + blockIdx.x * T;

  float acc = 0.f;
  for (int bk = 0; bk < K; bk += T) {
    sA[y][x] = A[y * K + x];
    sB[y][x] = B[y * N + x];
    __syncthreads();

    A += T;
    B += T * N;

    #pragma unroll
    for (int i = 0; i < T; i++)
      acc += sA[y][i] * sB[i][x];
    __syncthreads();
  }
  C[y * N + x] = acc;
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  shared_gemm<<<dim3(n / T, m / T), dim3(T, T)>>>(a, b, c, n, k);
}
