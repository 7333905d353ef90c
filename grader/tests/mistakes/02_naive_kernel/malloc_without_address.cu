// verdict: DOES NOT COMPILE
// look: 44
// mistake: cudaMalloc gets the pointer, not its address.
// Lab 02, one thread, one output
#include <gemmlab/matmul.h>

constexpr int kBlock = 32;

__global__ void naive_kernel(const float* __restrict__ a, const float* __restrict__ b,
                             float* __restrict__ c, int m, int n, int k) {
  const int row = blockIdx.y * kBlock + threadIdx.y;
  const int col = blockIdx.x * kBlock + threadIdx.x;
  const bool has_element = row < m && col < n;

  if (!has_element) return;

  float result = 0.0f;
  int ai = row * k;
  int bi = col;
  for (int p = 0; p < k; p++) {
    result += a[ai] * b[bi];
    ai += 1;
    bi += n;
  }
  c[row * n + col] = result;
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const int gx = n / kBlock + (n % kBlock != 0);
  const int gy = m / kBlock + (m % kBlock != 0);
  naive_kernel<<<dim3(gx, gy), dim3(kBlock, kBlock)>>>(a, b, c, m, n, k);
}

extern "C" cudaError_t matmul_host(const float* a, const float* b, float* c, int m, int n, int k) {
  const size_t a_bytes = sizeof(float) * m * k;
  const size_t b_bytes = sizeof(float) * k * n;
  const size_t c_bytes = sizeof(float) * m * n;

  cudaError_t error = cudaSuccess;
  float* a_device = nullptr;
  float* b_device = nullptr;
  float* c_device = nullptr;
  cudaMalloc(&a_device, a_bytes);
  cudaMalloc(b_device, b_bytes);
  cudaMalloc(&c_device, c_bytes);

  cudaMemcpy(a_device, a, a_bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(b_device, b, b_bytes, cudaMemcpyHostToDevice);

  matmul(a_device, b_device, c_device, m, n, k);
  error = cudaGetLastError();
  if (error == cudaSuccess) {
    error = cudaMemcpy(c, c_device, c_bytes, cudaMemcpyDeviceToHost);
  }

  cudaFree(a_device);
  cudaFree(b_device);
  cudaFree(c_device);
  return error;
}
