// verdict: WRONG
// cuda: WRONG or PASSED or NOT FINITE
// diagnosis: streams_in_no_order
// line: 29
// suite: full
// Each stream computes half of the products, and the second adds to what the first has stored:
// nothing lets it wait for that.
#include <gemmlab/matmul.h>

__global__ void half_kernel(const float* a, const float* b, float* c, int m, int n, int k,
                            int first, int end) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < m && col < n) {
    float sum = first == 0 ? 0.0f : c[row * n + col];
    for (int p = first; p < end; ++p) {
      sum += a[row * k + p] * b[p * n + col];
    }
    c[row * n + col] = sum;
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const dim3 block(16, 16);
  const dim3 grid((n + 15) / 16, (m + 15) / 16);
  cudaStream_t low, high;
  cudaStreamCreate(&low);
  cudaStreamCreate(&high);
  half_kernel<<<grid, block, 0, low>>>(a, b, c, m, n, k, 0, (k + 1) / 2);
  half_kernel<<<grid, block, 0, high>>>(a, b, c, m, n, k, (k + 1) / 2, k);
  cudaStreamDestroy(low);
  cudaStreamDestroy(high);
}

extern "C" cudaError_t matmul_host(const float* a, const float* b, float* c, int m, int n, int k) {
  float *a_device = nullptr, *b_device = nullptr, *c_device = nullptr;
  cudaMalloc(&a_device, sizeof(float) * m * k);
  cudaMalloc(&b_device, sizeof(float) * k * n);
  cudaMalloc(&c_device, sizeof(float) * m * n);
  cudaMemcpy(a_device, a, sizeof(float) * m * k, cudaMemcpyHostToDevice);
  cudaMemcpy(b_device, b, sizeof(float) * k * n, cudaMemcpyHostToDevice);
  matmul(a_device, b_device, c_device, m, n, k);
  cudaError_t error = cudaGetLastError();
  if (error == cudaSuccess) {
    error = cudaMemcpy(c, c_device, sizeof(float) * m * n, cudaMemcpyDeviceToHost);
  }
  cudaFree(c_device);
  cudaFree(b_device);
  cudaFree(a_device);
  return error;
}
