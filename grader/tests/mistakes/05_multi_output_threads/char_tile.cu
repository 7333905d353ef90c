// verdict: WRONG
// look: 11
// words: whole numbers
// mistake: B's tile has the type of bytes, as of an image.
#include <gemmlab/matmul.h>

constexpr int T = 16, R = 4;

__global__ void product(const float* A, const float* B, float* C, int M, int N, int K) {
  __shared__ float As[T * R][T];
  __shared__ unsigned char Bs[T][T];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int i0 = blockIdx.y * T * R + ty, j = blockIdx.x * T + tx;
  float dot[R] = {};
  for (int t = 0; t < K; t += T) {
    for (int r = 0; r < R; r++) {
      const int i = i0 + r * T;
      As[ty + r * T][tx] = i < M && t + tx < K ? A[i * K + t + tx] : 0.0f;
    }
    Bs[ty][tx] = j < N && t + ty < K ? B[(t + ty) * N + j] : 0.0f;
    __syncthreads();
    for (int l = 0; l < T; l++) {
      for (int r = 0; r < R; r++) dot[r] += As[ty + r * T][l] * Bs[l][tx];
    }
    __syncthreads();
  }
  for (int r = 0; r < R; r++) {
    if (i0 + r * T < M && j < N) C[(i0 + r * T) * N + j] = dot[r];
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  product<<<dim3((n + T - 1) / T, (m + T * R - 1) / (T * R)), dim3(T, T)>>>(a, b, c, m, n, k);
}
