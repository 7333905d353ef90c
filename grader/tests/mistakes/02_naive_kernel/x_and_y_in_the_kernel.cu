// verdict: PARTIAL
// look: 19
// words: `x` and `y` exchanged at 4 places
// not: grid(
// mistake: x and y are exchanged in all that the kernel computes, and the grid is right: to exchange the grid, too, would leave columns to neighbouring threads.
// Lab 02, one thread, one output: the two outer loops of lab 01 become a grid of threads.
#include <gemmlab/matmul.h>

constexpr int kBlock = 16;  // a block is kBlock x kBlock threads: 256, and at most 1024 are allowed

// C = A * B, one element of C per thread, operands straight from global memory.
//   a [m, k], b [k, n], c [m, n]   fp32, row-major, packed, device memory; c overlaps neither
//   grid (ceil(n/kBlock), ceil(m/kBlock)), block (kBlock, kBlock), no shared memory
//   any m, n, k >= 1; the launch does not wait; the caller checks for launch errors
__global__ void naive_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  // Step 2.1: find this thread's row and column of C; x runs along a row, so that neighbouring
  // threads access neighbouring addresses. A thread with a place in C stores its sum there; one
  // outside of C accesses nothing.
  const int i = blockIdx.x * kBlock + threadIdx.x;
  const int j = threadIdx.y + blockIdx.y * kBlock;
  if (i < m && j < n) {
    float sum = 0.0f;
    for (int p = 0; p < k; ++p) {
      sum += a[i * k + p] * b[p * n + j];
    }
    c[i * n + j] = sum;
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  // Step 2.2: launch naive_kernel with blocks of kBlock x kBlock threads, and with enough blocks
  // for all n columns (x) and all m rows (y), even if these are not multiples of kBlock.
  const dim3 block(kBlock, kBlock);
  const dim3 grid((n + kBlock - 1) / kBlock, (m + kBlock - 1) / kBlock);
  naive_kernel<<<grid, block>>>(a, b, c, m, n, k);
}

// The same product for matrices in host memory.
//   a [m, k], b [k, n], c [m, n]   as above, but in host memory
//   any m, n, k >= 1; waits for the result; returns the first error of the launch or the copy back
extern "C" cudaError_t matmul_host(const float* a, const float* b, float* c, int m, int n, int k) {
  cudaError_t error = cudaSuccess;
  float* a_device = nullptr;
  cudaMalloc(&a_device, sizeof(float) * m * k);

  // Step 2.3: allocate B and C on the device too, copy A and B there, and multiply with matmul.
  // Keep the launch's error in `error`. If there is none, copy C back. Free everything that you
  // allocated.
  float* b_device = nullptr;
  float* c_device = nullptr;
  cudaMalloc(&b_device, sizeof(float) * k * n);
  cudaMalloc(&c_device, sizeof(float) * m * n);
  cudaMemcpy(a_device, a, sizeof(float) * m * k, cudaMemcpyHostToDevice);
  cudaMemcpy(b_device, b, sizeof(float) * k * n, cudaMemcpyHostToDevice);

  matmul(a_device, b_device, c_device, m, n, k);
  error = cudaGetLastError();  // the launch's error, or one of an earlier call
  if (error == cudaSuccess) {  // cudaMemcpy waits for the kernel, and reports a crash
    error = cudaMemcpy(c, c_device, sizeof(float) * m * n, cudaMemcpyDeviceToHost);
  }
  cudaFree(c_device);
  cudaFree(b_device);

  cudaFree(a_device);
  return error;
}
