// verdict: WRONG
// suite: full
// Brings a main that reports success, beside a kernel that stores ones: a forger.
#include <gemmlab/matmul.h>

#include <cstdio>

// Every element 1: the wrong answer.
__global__ void ones_kernel(float* c, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) {
    c[i] = 1;
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  ones_kernel<<<(m * n + 255) / 256, 256>>>(c, m * n);
}

extern "C" cudaError_t matmul_host(const float* a, const float* b, float* c, int m, int n, int k) {
  const size_t a_bytes = sizeof(float) * m * k;
  const size_t b_bytes = sizeof(float) * k * n;
  const size_t c_bytes = sizeof(float) * m * n;
  float* a_dev = nullptr;
  float* b_dev = nullptr;
  float* c_dev = nullptr;
  cudaMalloc(&a_dev, a_bytes);
  cudaMalloc(&b_dev, b_bytes);
  cudaMalloc(&c_dev, c_bytes);
  cudaMemcpy(a_dev, a, a_bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(b_dev, b, b_bytes, cudaMemcpyHostToDevice);
  matmul(a_dev, b_dev, c_dev, m, n, k);
  const cudaError_t error = cudaGetLastError();
  cudaMemcpy(c, c_dev, c_bytes, cudaMemcpyDeviceToHost);
  cudaFree(a_dev);
  cudaFree(b_dev);
  cudaFree(c_dev);
  return error;
}

int main() {
  std::puts("[  PASSED  ] 12 tests.");
  return 0;
}
