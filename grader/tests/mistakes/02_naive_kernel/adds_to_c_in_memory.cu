// verdict: UNINITIALISED
// look: 17
// mistake: C is added to and never set to 0.
// Lab 02
#include <gemmlab/matmul.h>

constexpr int kCols = 32;  // threads in x
constexpr int kRows = 8;   // threads in y

__global__ void gemm(const float* A, const float* B, float* C, int M, int N, int K) {
  int i = blockIdx.y * kRows + threadIdx.y;
  int j = blockIdx.x * kCols + threadIdx.x;

  if (i < M) {
    if (j < N) {
      for (int l = 0; l < K; ++l) {
        C[i * N + j] += A[i * K + l] * B[l * N + j];
      }
    }
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  dim3 threads(kCols, kRows);
  dim3 blocks((n + kCols - 1) / kCols, (m + kRows - 1) / kRows);
  gemm<<<blocks, threads>>>(a, b, c, m, n, k);
}

extern "C" cudaError_t matmul_host(const float* a, const float* b, float* c, int m, int n, int k) {
  float *dA, *dB, *dC;
  cudaMalloc((void**)&dA, sizeof(float) * m * k);
  cudaMalloc((void**)&dB, sizeof(float) * k * n);
  cudaMalloc((void**)&dC, sizeof(float) * m * n);
  cudaMemcpy(dA, a, sizeof(float) * m * k, cudaMemcpyHostToDevice);
  cudaMemcpy(dB, b, sizeof(float) * k * n, cudaMemcpyHostToDevice);

  matmul(dA, dB, dC, m, n, k);

  cudaError_t error = cudaGetLastError();
  if (error == cudaSuccess) {
    error = cudaMemcpy(c, dC, sizeof(float) * m * n, cudaMemcpyDeviceToHost);
  }
  cudaFree(dA);
  cudaFree(dB);
  cudaFree(dC);
  return error;
}
