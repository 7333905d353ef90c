// verdict: WRONG
// diagnosis: not operands_rounded, not sum_rounded, not whole_numbers
// suite: full
// Sums in 64-bit fixed point: right for numbers around one only.
#include <gemmlab/matmul.h>
__global__ void naive(const float* a, const float* b, float* c, int m, int n, int k) {
  const int row = blockIdx.y * 16 + threadIdx.y, col = blockIdx.x * 16 + threadIdx.x;
  if (row < m && col < n) {
    long long sum = 0;  // fixed point: wrong for 1e-9 squared (0) and for 1e4 squared (overflow)
    for (int i = 0; i < k; ++i)
      sum += (long long)(double(a[row * k + i]) * b[i * n + col] * 0x1p40);
    c[row * n + col] = float(sum * 0x1p-40);
  }
}
extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  naive<<<dim3((n + 15) / 16, (m + 15) / 16), dim3(16, 16)>>>(a, b, c, m, n, k);
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
