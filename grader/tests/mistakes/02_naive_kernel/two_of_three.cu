// verdict: PARTIAL
// look: 31 32 41 42 44 45
// mistake: The device memory of B is never freed (the pointer of C is reset instead of B's being
// freed).
#include <gemmlab/matmul.h>

#define CHECK(call) do { cudaError_t e_ = (call); if (error == cudaSuccess) error = e_; } while (0)

constexpr int W = 16;

__global__ void kern(const float* a, const float* b, float* c, int m, int n, int k) {
  unsigned row = blockIdx.y * W + threadIdx.y;
  unsigned col = blockIdx.x * W + threadIdx.x;
  if (row < (unsigned)m && col < (unsigned)n) {
    float s = 0;
    for (int p = 0; p < k; p++) s += a[row * k + p] * b[p * n + col];
    c[row * n + col] = s;
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  dim3 blk(W, W), grd((n + W - 1) / W, (m + W - 1) / W);
  kern<<<grd, blk>>>(a, b, c, m, n, k);
}

extern "C" cudaError_t matmul_host(const float* a, const float* b, float* c, int m, int n, int k) {
  cudaError_t error = cudaSuccess;
  float* a_device = nullptr;
  cudaMalloc(&a_device, sizeof(float) * m * k);

  float *b_device = nullptr, *c_device = nullptr;
  CHECK(cudaMalloc(&b_device, sizeof(float) * k * n));
  CHECK(cudaMalloc(&c_device, sizeof(float) * m * n));
  CHECK(cudaMemcpy(a_device, a, sizeof(float) * m * k, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(b_device, b, sizeof(float) * k * n, cudaMemcpyHostToDevice));
  matmul(a_device, b_device, c_device, m, n, k);
  CHECK(cudaGetLastError());
  if (error == cudaSuccess) {
    CHECK(cudaMemcpy(c, c_device, sizeof(float) * m * n, cudaMemcpyDeviceToHost));
  }
  cudaFree(c_device);
  c_device = nullptr;

  cudaFree(a_device);
  return error;
}
