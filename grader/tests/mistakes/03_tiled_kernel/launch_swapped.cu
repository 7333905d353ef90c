// verdict: OUT OF BOUNDS
// look: 39
// mistake: The launch has block and grid swapped: <<<threads, blocks>>>.
// Lab 03, share a tile: the threads of a block load each element once and all of them use it.
#include <gemmlab/matmul.h>

constexpr int T = 32;

__global__ void shared_gemm(const float* __restrict__ A, const float* __restrict__ B, float* C, int N, int K) {
  __shared__ float sA[T][T], sB[T][T];

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
  dim3 threads(T, T);
  dim3 blocks(n / T, m / T);
  shared_gemm<<<threads, blocks>>>(a, b, c, n, k);
}
