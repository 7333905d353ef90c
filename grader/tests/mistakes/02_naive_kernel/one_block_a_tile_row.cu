// verdict: PARTIAL
// look: 20 21
// words: grid is too small
// mistake: a flat grid has as many blocks as C has rows and columns of tiles together.
#include <gemmlab/matmul.h>

constexpr int T = 16;

__global__ void product(const float* A, const float* B, float* C, int M, int N, int K) {
  const int across = (N + T - 1) / T;
  const int i = blockIdx.x / across * T + threadIdx.x / T;
  const int j = blockIdx.x % across * T + threadIdx.x % T;
  if (i >= M || j >= N) return;
  float dot = 0.0f;
  for (int l = 0; l < K; l++) dot += A[i * K + l] * B[l * N + j];
  C[i * N + j] = dot;
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const int blocks = (n + T - 1) / T + (m + T - 1) / T - 1;
  product<<<blocks, T * T>>>(a, b, c, m, n, k);
}
