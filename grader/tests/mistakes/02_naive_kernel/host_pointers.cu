// verdict: WRONG ADDRESS SPACE
// look: 38
// words: host pointer|device pointer|host memory|host address|a_device|d_a|device memory|pointers of the host|pointers to the host|on the device
// mistake: matmul is called with the host pointers a and b instead of their copies on the device
#include <gemmlab/matmul.h>

constexpr int kBlock = 16;

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

static int blocks_for(int extent) { return (extent - 1) / kBlock + 1; }

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  naive_kernel<<<dim3(blocks_for(n), blocks_for(m)), dim3(kBlock, kBlock)>>>(a, b, c, m, n, k);
}

extern "C" cudaError_t matmul_host(const float* a, const float* b, float* c, int m, int n, int k) {
  float *d_a, *d_b, *d_c;
  const size_t size_a = sizeof(float) * m * k;
  const size_t size_b = sizeof(float) * k * n;
  const size_t size_c = sizeof(float) * m * n;
  cudaMalloc(&d_a, size_a);
  cudaMalloc(&d_b, size_b);
  cudaMalloc(&d_c, size_c);
  cudaMemcpy(d_a, a, size_a, cudaMemcpyHostToDevice);
  cudaMemcpy(d_b, b, size_b, cudaMemcpyHostToDevice);

  matmul(a, b, d_c, m, n, k);
  cudaError_t err = cudaGetLastError();
  if (err == cudaSuccess) {
    err = cudaMemcpy(c, d_c, size_c, cudaMemcpyDeviceToHost);
  }

  cudaFree(d_a);
  cudaFree(d_b);
  cudaFree(d_c);
  return err;
}
