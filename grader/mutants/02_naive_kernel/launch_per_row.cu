// verdict: PASSED
// cuda: TOO SLOW
// suite: full
// Right but unusual: launches once for each row of C, of which there are as many as 70,000.
#include <gemmlab/matmul.h>

__global__ void row_kernel(const float* a, const float* b, float* c, int n, int k) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (col < n) {
    float sum = 0;
    for (int i = 0; i < k; ++i) {
      sum += a[i] * b[i * n + col];
    }
    c[col] = sum;
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  for (int row = 0; row < m; ++row) {
    row_kernel<<<(n + 127) / 128, 128>>>(a + row * k, b, c + row * n, n, k);
  }
}

extern "C" cudaError_t matmul_host(const float* a, const float* b, float* c, int m, int n, int k) {
  float *a_device = nullptr, *b_device = nullptr, *c_device = nullptr;
  cudaMalloc(&a_device, sizeof(float) * m * k);
  cudaMalloc(&b_device, sizeof(float) * k * n);
  cudaMalloc(&c_device, sizeof(float) * m * n);
  cudaMemcpy(a_device, a, sizeof(float) * m * k, cudaMemcpyHostToDevice);
  cudaMemcpy(b_device, b, sizeof(float) * k * n, cudaMemcpyHostToDevice);
  matmul(a_device, b_device, c_device, m, n, k);
  cudaError_t error = cudaGetLastError();
  if (error == cudaSuccess) {
    error = cudaMemcpy(c, c_device, sizeof(float) * m * n, cudaMemcpyDeviceToHost);
  }
  cudaFree(c_device);
  cudaFree(b_device);
  cudaFree(a_device);
  return error;
}
