// verdict: PASSED
// suite: full
// Right but unusual: __restrict__, __ldg, fmaf, unrolling, launch bounds and a helper on the
// device.
#include <gemmlab/matmul.h>

__device__ __forceinline__ int thread_index(int block, int width, int thread) {
  return block * width + thread;
}

__global__ void __launch_bounds__(256)
    naive_kernel(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c,
                 int m, int n, int k) {
  const int row = thread_index(blockIdx.y, blockDim.y, threadIdx.y);
  const int col = thread_index(blockIdx.x, blockDim.x, threadIdx.x);
  if (row >= m || col >= n) {
    return;
  }
  float sum = 0.0f;
#pragma unroll 4
  for (int i = 0; i < k; ++i) {
    sum = fmaf(__ldg(&a[row * k + i]), __ldg(&b[i * n + col]), sum);
  }
  c[row * n + col] = sum;
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const dim3 block(64, 4);
  const dim3 grid((n + block.x - 1) / block.x, (m + block.y - 1) / block.y);
  naive_kernel<<<grid, block>>>(a, b, c, m, n, k);
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
