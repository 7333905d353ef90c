// verdict: PARTIAL
// The kernel is right. The host code says cudaSuccess whatever the launch said, so a caller whose
// launch failed goes on with what C held before.
#include <gemmlab/matmul.h>

// C = A * B, one element of C per thread.
//   a [m, k], b [k, n], c [m, n]   fp32, row-major, packed, device memory; c overlaps neither
//   grid (ceil(n/16), ceil(m/16)), block (16, 16)
//   any m, n, k >= 1; the launch does not wait; the caller checks for launch errors
__global__ void naive_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < m && col < n) {
    float sum = 0.0f;
    for (int p = 0; p < k; ++p) {
      sum += a[row * k + p] * b[p * n + col];
    }
    c[row * n + col] = sum;
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  naive_kernel<<<dim3((n + 15) / 16, (m + 15) / 16), dim3(16, 16)>>>(a, b, c, m, n, k);
}

extern "C" cudaError_t matmul_host(const float* a, const float* b, float* c, int m, int n, int k) {
  const size_t a_bytes = sizeof(float) * m * k;
  const size_t b_bytes = sizeof(float) * k * n;
  const size_t c_bytes = sizeof(float) * m * n;
  float* a_device = nullptr;
  float* b_device = nullptr;
  float* c_device = nullptr;
  cudaMalloc(&a_device, a_bytes);
  cudaMalloc(&b_device, b_bytes);
  cudaMalloc(&c_device, c_bytes);
  cudaMemcpy(a_device, a, a_bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(b_device, b, b_bytes, cudaMemcpyHostToDevice);
  matmul(a_device, b_device, c_device, m, n, k);
  cudaMemcpy(c, c_device, c_bytes, cudaMemcpyDeviceToHost);
  cudaFree(a_device);
  cudaFree(b_device);
  cudaFree(c_device);
  return cudaSuccess;
}
