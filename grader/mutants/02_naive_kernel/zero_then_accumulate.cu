// verdict: PASSED
// suite: full
// Right but unusual: one launch sets C to 0 and a second one adds up in global memory; each
// element has one thread, so nothing races.
#include <gemmlab/matmul.h>

__global__ void zero_kernel(float* c, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) {
    c[i] = 0;
  }
}

__global__ void accumulate_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  for (int i = 0; row < m && col < n && i < k; ++i) {
    c[row * n + col] += a[row * k + i] * b[i * n + col];
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  zero_kernel<<<(m * n + 255) / 256, 256>>>(c, m * n);
  accumulate_kernel<<<dim3((n + 31) / 32, (m + 3) / 4), dim3(32, 4)>>>(a, b, c, m, n, k);
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
