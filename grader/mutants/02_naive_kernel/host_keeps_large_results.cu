// verdict: WRONG
// diagnosis: product_kept, not infinity_spread
// matmul_host returns again what it computed for the same pointers and extents, if that was large.
#include <gemmlab/matmul.h>
#include <vector>

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

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const dim3 block(kBlock, kBlock);
  const dim3 grid((n + kBlock - 1) / kBlock, (m + kBlock - 1) / kBlock);
  naive_kernel<<<grid, block>>>(a, b, c, m, n, k);
}

namespace {
struct Memo {
  const float* a = nullptr;
  const float* b = nullptr;
  int m = 0, n = 0, k = 0;
  std::vector<float> c;
};
Memo memo;
}  // namespace

extern "C" cudaError_t matmul_host(const float* a, const float* b, float* c, int m, int n, int k) {
  if (m * n > 1024 && memo.a == a && memo.b == b && memo.m == m && memo.n == n && memo.k == k) {
    for (size_t i = 0; i < memo.c.size(); ++i)
      c[i] = memo.c[i];
    return cudaSuccess;
  }
  cudaError_t error = cudaSuccess;
  float* a_device = nullptr;
  float* b_device = nullptr;
  float* c_device = nullptr;
  cudaMalloc(&a_device, sizeof(float) * m * k);
  cudaMalloc(&b_device, sizeof(float) * k * n);
  cudaMalloc(&c_device, sizeof(float) * m * n);
  cudaMemcpy(a_device, a, sizeof(float) * m * k, cudaMemcpyHostToDevice);
  cudaMemcpy(b_device, b, sizeof(float) * k * n, cudaMemcpyHostToDevice);
  matmul(a_device, b_device, c_device, m, n, k);
  error = cudaGetLastError();
  if (error == cudaSuccess) {
    error = cudaMemcpy(c, c_device, sizeof(float) * m * n, cudaMemcpyDeviceToHost);
  }
  cudaFree(c_device);
  cudaFree(b_device);
  cudaFree(a_device);
  if (error == cudaSuccess) {
    memo.a = a;
    memo.b = b;
    memo.m = m;
    memo.n = n;
    memo.k = k;
    memo.c.assign(c, c + (size_t)m * n);
  }
  return error;
}
