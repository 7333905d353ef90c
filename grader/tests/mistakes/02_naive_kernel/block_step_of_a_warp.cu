// verdict: PARTIAL
// look: 8
// words: 8 columns apart, but each computes 32
// mistake: the block is 32 wide, and the column counts blocks of 8: the two numbers were exchanged.
#include <gemmlab/matmul.h>

__global__ void product(const float* A, const float* B, float* C, int M, int N, int K) {
  int j = blockIdx.x * blockDim.y + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < M && j < N) {
    float dot = 0.0f;
    for (int l = 0; l < K; l++) dot += A[i * K + l] * B[l * N + j];
    C[i * N + j] = dot;
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  dim3 threads(32, 8);
  dim3 blocks((n + 31) / 32, (m + 7) / 8);
  product<<<blocks, threads>>>(a, b, c, m, n, k);
}
