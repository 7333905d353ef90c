// verdict: OUT OF BOUNDS
// look: 15
// mistake: The guard says || where && is needed: a thread with only one valid coordinate still
// reads and stores.
// Lab 02, one thread, one output: the two outer loops of lab 01 become a grid of threads.
#include <gemmlab/matmul.h>

constexpr int kBlock = 16;  // a block is kBlock x kBlock threads: 256, and at most 1024 are allowed

// C = A * B, one element of C per thread, operands straight from global memory.
__global__ void naive_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;

  if (row < m || col < n) {
    float sum = 0.0f;
    for (int p = 0; p < k; p++)
      sum += a[row * k + p] * b[p * n + col];
    c[row * n + col] = sum;
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  dim3 block(kBlock, kBlock);
  dim3 grid((n + kBlock - 1) / kBlock, (m + kBlock - 1) / kBlock);
  naive_kernel<<<grid, block>>>(a, b, c, m, n, k);
}

extern "C" cudaError_t matmul_host(const float *a, const float *b, float *c, int m, int n, int k)
{
    cudaError_t error = cudaSuccess;
    const size_t bytesA = size_t(m) * k * sizeof(float);
    const size_t bytesB = size_t(k) * n * sizeof(float);
    const size_t bytesC = size_t(m) * n * sizeof(float);
    float *dA = nullptr, *dB = nullptr, *dC = nullptr;
    cudaMalloc((void **)&dA, bytesA);
    cudaMalloc((void **)&dB, bytesB);
    cudaMalloc((void **)&dC, bytesC);

    cudaMemcpy(dA, a, bytesA, cudaMemcpyHostToDevice);
    cudaMemcpy(dB, b, bytesB, cudaMemcpyHostToDevice);

    matmul(dA, dB, dC, m, n, k);
    error = cudaGetLastError();

    if (error == cudaSuccess)
        error = cudaMemcpy(c, dC, bytesC, cudaMemcpyDeviceToHost);

    cudaFree(dA);
    cudaFree(dB);
    cudaFree(dC);
    return error;
}
