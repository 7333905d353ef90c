// verdict: OUT OF BOUNDS
// suite: full
// Keeps a row of A in an array of fixed length: who takes the longest k tried for the longest
// there is.
#include <gemmlab/matmul.h>
__global__ void rows(const float* a, const float* b, float* c, int n, int k) {
  __shared__ float line[4096];  // k > 4096 overflows
  const int row = blockIdx.x;
  for (int i = threadIdx.x; i < k; i += 128)
    line[i] = a[row * k + i];
  __syncthreads();
  const int col = threadIdx.x;  // and columns from 128 on are never computed
  if (col < n) {
    float sum = 0;
    for (int i = 0; i < k; ++i)
      sum += line[i] * b[i * n + col];
    c[row * n + col] = sum;
  }
}
extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  rows<<<m, 128>>>(a, b, c, n, k);
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
