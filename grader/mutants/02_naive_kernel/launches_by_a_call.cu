// verdict: PASSED
// suite: full
// Right but unusual: the kernel is launched by a call, with pointers to its arguments, in blocks of
// the size that CUDA suggests.
#include <gemmlab/matmul.h>

__global__ void naive_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m * n) {
    float sum = 0;
    for (int p = 0; p < k; ++p) {
      sum += a[i / n * k + p] * b[p * n + i % n];
    }
    c[i] = sum;
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  int blocks = 0, threads = 0;
  cudaOccupancyMaxPotentialBlockSize(&blocks, &threads, naive_kernel, 0, 256);
  void* arguments[] = {&a, &b, &c, &m, &n, &k};
  cudaLaunchKernel((const void*)naive_kernel, dim3((m * n + threads - 1) / threads), dim3(threads),
                   arguments, 0, cudaStreamPerThread);
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
