// verdict: WRONG
// look: 15
// words: sum of a + b
// mistake: the operator is a plus, left over from the addition of two matrices.
#include <gemmlab/matmul.h>

__device__ float combine(float x, float y) { return x + y; }

__global__ void product(const float* A, const float* B, float* C, int M, int N, int K) {
  const int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= M || j >= N) return;
  float dot = 0.0f;
  for (int l = 0; l < K; l++) {
    const float x = A[i * K + l], y = B[l * N + j];
    dot += combine(x, y);
  }
  C[i * N + j] = dot;
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  dim3 threads(16, 16);
  dim3 blocks((n + 15) / 16, (m + 15) / 16);
  product<<<blocks, threads>>>(a, b, c, m, n, k);
}
