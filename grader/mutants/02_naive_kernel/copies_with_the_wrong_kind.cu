// verdict: UNFINISHED
// cuda: PARTIAL
// suite: full
// Computes into a buffer of its own and gives the wrong kind to cudaMemcpy: the error is ignored.
// line: 25
#include <gemmlab/matmul.h>

__global__ void naive_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < m && col < n) {
    float sum = 0;
    for (int p = 0; p < k; ++p) {
      sum += a[row * k + p] * b[p * n + col];
    }
    c[row * n + col] = sum;
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const dim3 grid((n + 15) / 16, (m + 15) / 16);
  float* result = nullptr;
  cudaMalloc(&result, sizeof(float) * m * n);
  naive_kernel<<<grid, dim3(16, 16)>>>(a, b, result, m, n, k);
  cudaMemcpy(c, result, sizeof(float) * m * n, cudaMemcpyHostToDevice);
  cudaFree(result);
}
