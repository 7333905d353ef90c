// verdict: INPUT MODIFIED
// cuda: PASSED or TOO SLOW or INPUT MODIFIED
// suite: full
// Doubles A, halves the sums, and halves A again.
#include <gemmlab/matmul.h>

__global__ void naive_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < m && col < n) {
    float sum = 0;
    for (int i = 0; i < k; ++i) {
      sum += a[row * k + i] * b[i * n + col];
    }
    c[row * n + col] = 0.5f * sum;
  }
}

__global__ void scale(float* values, int count, float by) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) {
    values[i] *= by;
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const dim3 block(16, 16);
  const dim3 grid((n + 15) / 16, (m + 15) / 16);
  float* const values = const_cast<float*>(a);
  scale<<<(m * k + 255) / 256, 256>>>(values, m * k, 2.0f);
  naive_kernel<<<grid, block>>>(a, b, c, m, n, k);
  scale<<<(m * k + 255) / 256, 256>>>(values, m * k, 0.5f);
}

extern "C" cudaError_t matmul_host(const float* a, const float* b, float* c, int m, int n, int k) {
  float *a_dev, *b_dev, *c_dev;
  cudaMalloc(&a_dev, sizeof(float) * m * k);
  cudaMalloc(&b_dev, sizeof(float) * k * n);
  cudaMalloc(&c_dev, sizeof(float) * m * n);
  cudaMemcpy(a_dev, a, sizeof(float) * m * k, cudaMemcpyHostToDevice);
  cudaMemcpy(b_dev, b, sizeof(float) * k * n, cudaMemcpyHostToDevice);
  matmul(a_dev, b_dev, c_dev, m, n, k);
  const cudaError_t error = cudaGetLastError();
  cudaMemcpy(c, c_dev, sizeof(float) * m * n, cudaMemcpyDeviceToHost);
  cudaFree(a_dev);
  cudaFree(b_dev);
  cudaFree(c_dev);
  return error;
}
