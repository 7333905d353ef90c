// verdict: PASSED
// cuda: TOO SLOW
// suite: full
// Recursion and a function pointer in device code: the sum of k products is that of two halves.
// The depth is about log2(k), for which a thread's small stack is enough.
#include <gemmlab/matmul.h>

using Multiply = float (*)(float, float);

__device__ float product(float x, float y) {
  return __fmul_rn(x, y);  // an intrinsic: rounded to nearest, and never fused with an addition
}

__device__ float dot(const float* a, const float* b, int n, int k, Multiply multiply) {
  if (k == 1) {
    return multiply(*a, *b);
  }
  const int half = k / 2;
  return dot(a, b, n, half, multiply) + dot(a + half, b + half * n, n, k - half, multiply);
}

// C = A * B, one element of C per thread.
//   a [m, k], b [k, n], c [m, n]   fp32, row-major, packed, device memory; c overlaps neither
//   grid (ceil(n/16), ceil(m/16)), block (16, 16)
//   any m, n, k >= 1; the launch does not wait; the caller checks for launch errors
__global__ void recursive_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < m && col < n) {
    c[row * n + col] = dot(a + row * k, b + col, n, k, product);
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  recursive_kernel<<<dim3((n + 15) / 16, (m + 15) / 16), dim3(16, 16)>>>(a, b, c, m, n, k);
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
  const cudaError_t error = cudaGetLastError();
  if (error == cudaSuccess) {
    cudaMemcpy(c, c_device, c_bytes, cudaMemcpyDeviceToHost);
  }
  cudaFree(a_device);
  cudaFree(b_device);
  cudaFree(c_device);
  return error;
}
