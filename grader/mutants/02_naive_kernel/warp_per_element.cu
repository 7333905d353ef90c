// verdict: UNCOALESCED
// suite: full
// Right, but a warp shares one element's sum, so its 32 loads of B lie in 32 rows: who has just
// learned about shuffles.
#include <gemmlab/matmul.h>

__global__ void dot_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  const int row = blockIdx.x / n;
  const int col = blockIdx.x % n;
  float sum = 0;
  for (int i = threadIdx.x; i < k; i += 32) {
    sum += a[row * k + i] * b[i * n + col];
  }
  for (int step = 16; step > 0; step /= 2) {
    sum += __shfl_down_sync(0xffffffff, sum, step);
  }
  if (threadIdx.x == 0) {
    c[row * n + col] = sum;
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  dot_kernel<<<m * n, 32>>>(a, b, c, m, n, k);
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
