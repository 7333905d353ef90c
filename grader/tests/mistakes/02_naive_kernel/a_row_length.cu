// verdict: OUT OF BOUNDS
// look: 19
// words: row length|length of a row|row of a |rows of a |stride|row * k|* k|leading dimension|k elements|k columns|k floats
// mistake: a row of A is taken to be n long instead of k
#include <gemmlab/matmul.h>

constexpr int kBlock = 32;

__device__ inline int at(int row, int col, int width) { return row * width + col; }

__global__ void naive_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= n || y >= m) {
    return;
  }
  float acc = 0.0f;
  for (int p = 0; p < k; ++p) {
    acc += a[at(y, p, n)] * b[at(p, x, n)];
  }
  c[at(y, x, n)] = acc;
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const dim3 block(kBlock, kBlock);
  const dim3 grid((n + kBlock - 1) / kBlock, (m + kBlock - 1) / kBlock);
  naive_kernel<<<grid, block>>>(a, b, c, m, n, k);
}

static float* to_device(const float* host, int rows, int cols) {
  float* device = nullptr;
  cudaMalloc(&device, sizeof(float) * rows * cols);
  cudaMemcpy(device, host, sizeof(float) * rows * cols, cudaMemcpyHostToDevice);
  return device;
}

extern "C" cudaError_t matmul_host(const float* a, const float* b, float* c, int m, int n, int k) {
  cudaError_t error = cudaSuccess;
  float* a_device = to_device(a, m, k);
  float* b_device = to_device(b, k, n);
  float* c_device = nullptr;
  cudaMalloc(&c_device, sizeof(float) * m * n);
  matmul(a_device, b_device, c_device, m, n, k);
  error = cudaGetLastError();
  if (error == cudaSuccess) {
    error = cudaMemcpy(c, c_device, sizeof(float) * m * n, cudaMemcpyDeviceToHost);
  }
  cudaFree(c_device);
  cudaFree(b_device);
  cudaFree(a_device);
  return error;
}
