// verdict: PASSED
// suite: full
// Right but unusual: C's upper and lower half are computed in two streams, in no order; C is
// cleared before in one of them, and an event lets the other wait for it.
#include <gemmlab/matmul.h>

constexpr int kBlock = 16;

__global__ void clear(float* c, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) {
    c[i] = 0.0f;
  }
}

__global__ void naive_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < m && col < n) {
    float sum = 0.0f;
    for (int p = 0; p < k; ++p) {
      sum += a[row * k + p] * b[p * n + col];
    }
    c[row * n + col] += sum;
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const dim3 block(kBlock, kBlock);
  const int upper = (m + 1) / 2;
  const int columns = (n + kBlock - 1) / kBlock;
  static cudaStream_t one = nullptr, other = nullptr;
  static cudaEvent_t cleared = nullptr;
  if (one == nullptr) {
    cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
    cudaEventCreate(&cleared);
  }
  clear<<<(m * n + 255) / 256, 256, 0, one>>>(c, m * n);
  cudaEventRecord(cleared, one);
  cudaStreamWaitEvent(other, cleared, 0);
  naive_kernel<<<dim3(columns, (upper + kBlock - 1) / kBlock), block, 0, one>>>(a, b, c, upper, n,
                                                                                k);
  if (m > upper) {
    const int lower = m - upper;
    naive_kernel<<<dim3(columns, (lower + kBlock - 1) / kBlock), block, 0, other>>>(
        a + upper * k, b, c + upper * n, lower, n, k);
  }
  cudaStreamSynchronize(one);
  cudaStreamSynchronize(other);
}

extern "C" cudaError_t matmul_host(const float* a, const float* b, float* c, int m, int n, int k) {
  cudaError_t error = cudaSuccess;
  float* a_device = nullptr;
  cudaMalloc(&a_device, sizeof(float) * m * k);

  float* b_device = nullptr;
  float* c_device = nullptr;
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
  return error;
}
