// verdict: PARTIAL
// cuda: PASSED or TOO SLOW
// matmul_host returns an error when its launch was refused, but not the launch's: the caller cannot
// tell why.
#include <gemmlab/matmul.h>

__global__ void naive_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < m && col < n) {
    float sum = 0;
    for (int i = 0; i < k; ++i) {
      sum += a[row * k + i] * b[i * n + col];
    }
    c[row * n + col] = sum;
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const dim3 block(16, 16);
  const dim3 grid((n + 15) / 16, (m + 15) / 16);
  naive_kernel<<<grid, block>>>(a, b, c, m, n, k);
}

extern "C" cudaError_t matmul_host(const float* a, const float* b, float* c, int m, int n, int k) {
  float* device = nullptr;
  const size_t a_size = size_t(m) * k, b_size = size_t(k) * n, c_size = size_t(m) * n;
  cudaMalloc(&device, (a_size + b_size + c_size) * sizeof(float));
  float* a_dev = device;
  float* b_dev = a_dev + a_size;
  float* c_dev = b_dev + b_size;
  cudaMemcpy(a_dev, a, a_size * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(b_dev, b, b_size * sizeof(float), cudaMemcpyHostToDevice);
  matmul(a_dev, b_dev, c_dev, m, n, k);
  const bool is_right =
      cudaGetLastError() == cudaSuccess &&
      cudaMemcpy(c, c_dev, c_size * sizeof(float), cudaMemcpyDeviceToHost) == cudaSuccess;
  cudaFree(device);
  return is_right ? cudaSuccess : cudaErrorUnknown;
}
