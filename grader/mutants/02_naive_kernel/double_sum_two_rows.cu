// verdict: PASSED
// suite: full
// Right but unusual: a template that sums up two rows a thread, in double.
#include <gemmlab/matmul.h>

template <typename Sum, int kRows>
__global__ void rows_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  const int row0 = (blockIdx.y * blockDim.y + threadIdx.y) * kRows;
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (col >= n) {
    return;
  }
  for (int row = row0; row < row0 + kRows && row < m; ++row) {
    Sum sum = 0;
    for (int i = 0; i < k; ++i) {
      sum += Sum(a[row * k + i]) * b[i * n + col];
    }
    c[row * n + col] = static_cast<float>(sum);
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const dim3 grid((n + 31) / 32, (m + 7) / 8);
  rows_kernel<double, 2><<<grid, dim3(32, 4)>>>(a, b, c, m, n, k);
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
