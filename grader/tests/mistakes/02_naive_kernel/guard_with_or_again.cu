// verdict: OUT OF BOUNDS
// look: 13
// words: &&|and instead of or|instead of or|both|'or'|guard|outside of c|outside c|no element|past the|beyond
// mistake: the guard joins the tests of row and column with || instead of &&, so threads with only one valid index also read and store
#include <gemmlab/matmul.h>

constexpr int kBlock = 16;

__global__ void naive_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;

  if (row < m || col < n) {
    float tmp = 0.0f;
    for (int i = 0; i < k; ++i)
      tmp += a[row * k + i] * b[i * n + col];
    c[row * n + col] = tmp;
  }
}

static int blocks_for(int extent) { return (extent - 1) / kBlock + 1; }

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  naive_kernel<<<dim3(blocks_for(n), blocks_for(m)), dim3(kBlock, kBlock)>>>(a, b, c, m, n, k);
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
