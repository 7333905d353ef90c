// verdict: WRONG
// look: 13
// words: its pitch is missing in the index
// mistake: A's copy has rows of whole pitches, which the kernel does not know.
#include <gemmlab/matmul.h>

__global__ void multiply(const float* a, const float* b, float* c, int m, int n, int k) {
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
  float* rows = nullptr;
  std::size_t pitch = 0;
  const std::size_t bytes = k * sizeof(float);
  cudaMallocPitch(&rows, &pitch, bytes, m);
  cudaMemset(rows, 0, pitch * m);
  cudaMemcpy2D(rows, pitch, a, bytes, bytes, m, cudaMemcpyDeviceToDevice);
  multiply<<<dim3((n + 15) / 16, (m + 15) / 16), dim3(16, 16)>>>(rows, b, c, m, n, k);
  cudaFree(rows);
}
