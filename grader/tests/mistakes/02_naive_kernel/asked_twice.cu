// verdict: PARTIAL
// look: 37 38
// mistake: cudaGetLastError is called twice: the first call clears the error, so that `error`
// gets cudaSuccess even if the launch failed.
#include <cstdio>
#include <gemmlab/matmul.h>

constexpr int B = 16;

__global__ void naive_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  const int i = blockIdx.y * B + threadIdx.y;
  const int j = blockIdx.x * B + threadIdx.x;
  if (i < m && j < n) {
    float cij = 0.0f;
    for (int l = 0; l < k; l++) cij += a[i * k + l] * b[l * n + j];
    c[i * n + j] = cij;
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  naive_kernel<<<dim3((n + B - 1) / B, (m + B - 1) / B), dim3(B, B)>>>(a, b, c, m, n, k);
}

extern "C" cudaError_t matmul_host(const float* a, const float* b, float* c, int m, int n, int k) {
  cudaError_t error = cudaSuccess;
  float* a_device = nullptr;
  cudaMalloc(&a_device, sizeof(float) * m * k);

  float* b_device = nullptr;
  float* c_device = nullptr;
  cudaMalloc(&b_device, sizeof(float) * k * n);
  cudaMalloc(&c_device, sizeof(float) * m * n);
  cudaMemcpy(a_device, a, sizeof(float) * m * k, cudaMemcpyHostToDevice);
  cudaMemcpy(b_device, b, sizeof(float) * k * n, cudaMemcpyHostToDevice);

  matmul(a_device, b_device, c_device, m, n, k);
  if (cudaGetLastError() != cudaSuccess) {
    error = cudaGetLastError();
    fprintf(stderr, "kernel launch failed: %s\n", cudaGetErrorString(error));
  } else {
    error = cudaMemcpy(c, c_device, sizeof(float) * m * n, cudaMemcpyDeviceToHost);
  }

  cudaFree(b_device);
  cudaFree(c_device);
  cudaFree(a_device);
  return error;
}
