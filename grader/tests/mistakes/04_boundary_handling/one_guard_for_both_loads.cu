// verdict: OUT OF BOUNDS
// look: 13 16 17
// words: compares an index with k
// mistake: one condition guards both loads, and asks for the row and the column of C only.
#include <gemmlab/matmul.h>

constexpr int T = 32;

__global__ void product(const float* A, const float* B, float* C, int M, int N, int K) {
  __shared__ float As[T][T], Bs[T][T];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int i = blockIdx.y * T + ty, j = blockIdx.x * T + tx;
  const bool inside = i < M && j < N;
  float dot = 0.0f;
  for (int t = 0; t < (K + T - 1) / T; t++) {
    As[ty][tx] = inside ? A[i * K + t * T + tx] : 0.0f;
    Bs[ty][tx] = inside ? B[(t * T + ty) * N + j] : 0.0f;
    __syncthreads();
    for (int l = 0; l < T; l++) dot += As[ty][l] * Bs[l][tx];
    __syncthreads();
  }
  if (inside) C[i * N + j] = dot;
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  dim3 threads(T, T);
  dim3 blocks((n + T - 1) / T, (m + T - 1) / T);
  product<<<blocks, threads>>>(a, b, c, m, n, k);
}
