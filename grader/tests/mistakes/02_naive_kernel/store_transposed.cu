// verdict: TRANSPOSED
// look: 17
// words: transpos|column-major|column major|row-major|row major|row * n|r * n|swapped|exchanged|* n
// mistake: the sum is stored at column-major position col * m + row, so C comes out transposed
#include <gemmlab/matmul.h>

constexpr int kBlock = 16;

__global__ void naive_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  const int r = blockIdx.y * blockDim.y + threadIdx.y;
  const int s = blockIdx.x * blockDim.x + threadIdx.x;
  if (r < m && s < n) {
    float total = 0.0f;
    for (int p = 0; p < k; ++p) {
      total += a[r * k + p] * b[p * n + s];
    }
    c[s * m + r] = total;
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const dim3 block(kBlock, kBlock);
  const dim3 grid((n + kBlock - 1) / kBlock, (m + kBlock - 1) / kBlock);
  naive_kernel<<<grid, block>>>(a, b, c, m, n, k);
}

extern "C" cudaError_t matmul_host(const float* a, const float* b, float* c, int m, int n, int k) {
  const size_t bytes_a = (size_t)m * k * sizeof(float);
  const size_t bytes_b = (size_t)k * n * sizeof(float);
  const size_t bytes_c = (size_t)m * n * sizeof(float);
  float *d_a = nullptr, *d_b = nullptr, *d_c = nullptr;
  cudaMalloc((void**)&d_a, bytes_a);
  cudaMalloc((void**)&d_b, bytes_b);
  cudaMalloc((void**)&d_c, bytes_c);
  cudaMemcpy(d_a, a, bytes_a, cudaMemcpyHostToDevice);
  cudaMemcpy(d_b, b, bytes_b, cudaMemcpyHostToDevice);

  matmul(d_a, d_b, d_c, m, n, k);
  cudaError_t error = cudaGetLastError();
  if (error == cudaSuccess) error = cudaDeviceSynchronize();
  if (error == cudaSuccess) error = cudaMemcpy(c, d_c, bytes_c, cudaMemcpyDeviceToHost);

  cudaFree(d_a);
  cudaFree(d_b);
  cudaFree(d_c);
  return error;
}
