// verdict: LAUNCH FAILED
// suite: full
// One row of blocks for each row of C: a grid is at most 65535 high.
#include <gemmlab/matmul.h>
__global__ void rows(const float* a, const float* b, float* c, int n, int k) {
  const int row = blockIdx.y, col = blockIdx.x * 256 + threadIdx.x;
  if (col < n) {
    float sum = 0;
    for (int i = 0; i < k; ++i)
      sum += a[row * k + i] * b[i * n + col];
    c[row * n + col] = sum;
  }
}
extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  rows<<<dim3((n + 255) / 256, m), 256>>>(a, b, c, n, k);  // m > 65535: invalid configuration
}
extern "C" cudaError_t matmul_host(const float* a, const float* b, float* c, int m, int n, int k) {
  cudaError_t error = cudaSuccess;
  float* a_device = nullptr;
  cudaMalloc(&a_device, sizeof(float) * m * k);

  // Step 2.3: allocate B and C on the device too, copy A and B there, and multiply with matmul.
  // Keep in `error` what the launch reports. If it is a success, copy C back. Free what you
  // allocated.
  // >>> 14 lines
  float* b_device = nullptr;
  float* c_device = nullptr;
  cudaMalloc(&b_device, sizeof(float) * k * n);
  cudaMalloc(&c_device, sizeof(float) * m * n);
  cudaMemcpy(a_device, a, sizeof(float) * m * k, cudaMemcpyHostToDevice);
  cudaMemcpy(b_device, b, sizeof(float) * k * n, cudaMemcpyHostToDevice);

  matmul(a_device, b_device, c_device, m, n, k);
  error = cudaGetLastError();  // the launch's, or that of an earlier call which failed
  if (error == cudaSuccess) {  // cudaMemcpy waits for the kernel, and reports if it crashed
    error = cudaMemcpy(c, c_device, sizeof(float) * m * n, cudaMemcpyDeviceToHost);
  }
  cudaFree(c_device);
  cudaFree(b_device);
  // <<<

  cudaFree(a_device);
  return error;
}
