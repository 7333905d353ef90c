// verdict: PASSED
// suite: full
// Right but unusual: a copy of A in pitched memory of two dimensions.
#include <gemmlab/matmul.h>

__global__ void multiply(const float* a, const float* b, float* c, int m, int n, int k,
                         int a_width) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < m && col < n) {
    float sum = 0;
    for (int p = 0; p < k; ++p) {
      sum += a[row * a_width + p] * b[p * n + col];
    }
    c[row * n + col] = sum;
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  float* copy = nullptr;
  size_t pitch = 0;
  cudaMallocPitch(&copy, &pitch, sizeof(float) * k, m);
  cudaMemcpy2D(copy, pitch, a, sizeof(float) * k, sizeof(float) * k, m, cudaMemcpyDeviceToDevice);
  multiply<<<dim3((n + 15) / 16, (m + 15) / 16), dim3(16, 16)>>>(copy, b, c, m, n, k,
                                                                 pitch / sizeof(float));
  cudaFree(copy);
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
