// verdict: WRONG
// look: 12
// words: same place in shared memory|begin at the same place
// mistake: both tiles begin at the start of the dynamic shared memory.
#include <gemmlab/matmul.h>

constexpr int T = 16;

__global__ void product(const float* A, const float* B, float* C, int M, int N, int K) {
  extern __shared__ float shared[];
  float* As = shared;
  float* Bs = (float*)&shared[0];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int i = blockIdx.y * T + ty, j = blockIdx.x * T + tx;
  float dot = 0.0f;
  for (int t = 0; t < K; t += T) {
    As[ty * T + tx] = (i < M && t + tx < K) ? A[i * K + t + tx] : 0.0f;
    Bs[ty * T + tx] = (j < N && t + ty < K) ? B[(t + ty) * N + j] : 0.0f;
    __syncthreads();
    for (int l = 0; l < T; l++) dot += As[ty * T + l] * Bs[l * T + tx];
    __syncthreads();
  }
  if (i < M && j < N) C[i * N + j] = dot;
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  dim3 threads(T, T);
  dim3 blocks((n + T - 1) / T, (m + T - 1) / T);
  product<<<blocks, threads, 2 * T * T * sizeof(float)>>>(a, b, c, m, n, k);
}
