// verdict: PARTIAL
// look: 46
// mistake: The copy back uses sizeof(c), the size of a pointer (8 bytes), so only two elements of
// the result come back.
#include <gemmlab/matmul.h>

constexpr int kBlock = 16;

__global__ void naive_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < m && col < n) {
    float sum = 0.0f;
    for (int p = 0; p < k; ++p) {
      sum += a[row * k + p] * b[p * n + col];
    }
    c[row * n + col] = sum;
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const dim3 block(kBlock, kBlock);
  const dim3 grid((n - 1) / kBlock + 1, (m - 1) / kBlock + 1);
  naive_kernel<<<grid, block>>>(a, b, c, m, n, k);
}

extern "C" cudaError_t matmul_host(const float* a, const float* b, float* c, int m, int n, int k) {
  cudaError_t error = cudaSuccess;
  float* a_device = nullptr;
  cudaMalloc(&a_device, sizeof(float) * m * k);

  float* b_device = nullptr;
  float* c_device = nullptr;
  const size_t a_size = sizeof(*a) * m * k;
  const size_t b_size = sizeof(*b) * k * n;
  const size_t c_size = sizeof(*c) * m * n;
  cudaMalloc(&b_device, b_size);
  cudaMalloc(&c_device, c_size);
  cudaMemcpy(a_device, a, a_size, cudaMemcpyHostToDevice);
  cudaMemcpy(b_device, b, b_size, cudaMemcpyHostToDevice);

  matmul(a_device, b_device, c_device, m, n, k);

  error = cudaGetLastError();
  if (error == cudaSuccess) {
    error = cudaMemcpy(c, c_device, sizeof(c), cudaMemcpyDeviceToHost);
  }
  cudaFree(c_device);
  cudaFree(b_device);

  cudaFree(a_device);
  return error;
}
