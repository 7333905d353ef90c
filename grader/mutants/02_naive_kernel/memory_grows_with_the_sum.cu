// verdict: OUT OF BOUNDS
// cuda: WRONG or PARTIAL
// suite: full
// matmul_host keeps its memory for later calls, and takes more only if all three matrices together
// need more: too little for a larger C with smaller operands.
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

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const dim3 block(kBlock, kBlock);
  const dim3 grid((n + kBlock - 1) / kBlock, (m + kBlock - 1) / kBlock);
  naive_kernel<<<grid, block>>>(a, b, c, m, n, k);
}

extern "C" cudaError_t matmul_host(const float* a, const float* b, float* c, int m, int n, int k) {
  static float* a_device = nullptr;
  static float* b_device = nullptr;
  static float* c_device = nullptr;
  static size_t capacity = 0;
  const size_t a_count = static_cast<size_t>(m) * k;
  const size_t b_count = static_cast<size_t>(k) * n;
  const size_t c_count = static_cast<size_t>(m) * n;
  const size_t need = a_count + b_count + c_count;
  if (need > capacity) {
    cudaFree(a_device);
    cudaFree(b_device);
    cudaFree(c_device);
    cudaMalloc(&a_device, sizeof(float) * a_count);
    cudaMalloc(&b_device, sizeof(float) * b_count);
    cudaMalloc(&c_device, sizeof(float) * c_count);
    capacity = need;
  }
  cudaMemcpy(a_device, a, sizeof(float) * a_count, cudaMemcpyHostToDevice);
  cudaMemcpy(b_device, b, sizeof(float) * b_count, cudaMemcpyHostToDevice);
  matmul(a_device, b_device, c_device, m, n, k);
  cudaError_t error = cudaGetLastError();
  if (error == cudaSuccess) {
    error = cudaMemcpy(c, c_device, sizeof(float) * c_count, cudaMemcpyDeviceToHost);
  }
  return error;
}
