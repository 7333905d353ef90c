// verdict: LAUNCH FAILED
// look: 23 24
// mistake: ceil() is applied to an integer quotient, which is already rounded down: the last
// partial blocks of rows and columns are missing, and small matrices get an empty grid.
#include <math.h>
#include <gemmlab/matmul.h>

constexpr int TPB = 16;

__global__ void matMulKernel(const float* a, const float* b, float* c, int m, int n, int k) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= n || y >= m) return;
  float tmp = 0.0f;
  for (int i = 0; i < k; i++) {
    tmp += a[y * k + i] * b[i * n + x];
  }
  c[y * n + x] = tmp;
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  dim3 threadsPerBlock(TPB, TPB);
  dim3 numBlocks(ceil(n / TPB), ceil(m / TPB));
  matMulKernel<<<numBlocks, threadsPerBlock>>>(a, b, c, m, n, k);
}

extern "C" cudaError_t matmul_host(const float* a, const float* b, float* c, int m, int n, int k) {
  cudaError_t error = cudaSuccess;
  float* a_device = nullptr;
  cudaMalloc(&a_device, sizeof(float) * m * k);
  float* b_device = nullptr;
  cudaMalloc(&b_device, sizeof(float) * k * n);
  float* c_device = nullptr;
  cudaMalloc(&c_device, sizeof(float) * m * n);

  cudaMemcpy(a_device, a, sizeof(float) * m * k, cudaMemcpyHostToDevice);
  cudaMemcpy(b_device, b, sizeof(float) * k * n, cudaMemcpyHostToDevice);
  matmul(a_device, b_device, c_device, m, n, k);
  error = cudaGetLastError();
  if (error == cudaSuccess) {
    error = cudaMemcpy(c, c_device, sizeof(float) * m * n, cudaMemcpyDeviceToHost);
  }
  cudaFree(b_device);
  cudaFree(c_device);

  cudaFree(a_device);
  return error;
}
