// verdict: LAUNCH FAILED
// look: 21
// mistake: The block is given where the grid belongs, and the reverse.
#include <gemmlab/matmul.h>

const int T = 16;
__global__ void k1(const float* a, const float* b, float* c, int m, int n, int k) {
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (y < m && x < n) {
    float r = 0.0f;
    for (int z = 0; z < k; z++) {
      r += a[y * k + z] * b[z * n + x];
    }
    c[y * n + x] = r;
  }
}
extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  dim3 dimBlock(T, T);
  dim3 dimGrid((n + T - 1) / T, (m + T - 1) / T);
  k1<<<dimBlock, dimGrid>>>(a, b, c, m, n, k);
}

extern "C" cudaError_t matmul_host(const float* a, const float* b, float* c, int m, int n, int k) {
  float *dA = nullptr, *dB = nullptr, *dC = nullptr;
  size_t sizeA = (size_t)m * k * sizeof(float);
  size_t sizeB = (size_t)k * n * sizeof(float);
  size_t sizeC = (size_t)m * n * sizeof(float);
  cudaMalloc((void**)&dA, sizeA);
  cudaMalloc((void**)&dB, sizeB);
  cudaMalloc((void**)&dC, sizeC);
  cudaMemcpy(dA, a, sizeA, cudaMemcpyHostToDevice);
  cudaMemcpy(dB, b, sizeB, cudaMemcpyHostToDevice);
  matmul(dA, dB, dC, m, n, k);
  cudaError_t err = cudaGetLastError();
  if (err == cudaSuccess) err = cudaMemcpy(c, dC, sizeC, cudaMemcpyDeviceToHost);
  cudaFree(dA); cudaFree(dB); cudaFree(dC);
  return err;
}
