// verdict: RACE
// line: 23
// cuda: WRONG or PASSED or TOO SLOW
// Each thread notes in a byte of global memory whether its sum is infinite, and asks its
// neighbour's byte with no barrier between.
#include <gemmlab/matmul.h>

constexpr int kTile = 16;

__device__ bool is_infinite[kTile * kTile];

__global__ void naive_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  const int row = blockIdx.y * kTile + threadIdx.y, col = blockIdx.x * kTile + threadIdx.x;
  const int thread = threadIdx.y * kTile + threadIdx.x;
  float sum = 0.0f;
  if (row < m && col < n) {
    for (int p = 0; p < k; ++p)
      sum += a[row * k + p] * b[p * n + col];
  }
  // of one block, so that only its threads use the bytes
  const bool asks = blockIdx.x == 0 && blockIdx.y == 0;
  if (asks)
    is_infinite[thread] = isinf(sum);
  const int next = (thread + 1) % (kTile * kTile);
  const bool both = asks && is_infinite[next] && isinf(sum);
  if (row < m && col < n)
    c[row * n + col] = both ? INFINITY : sum;
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const dim3 grid((n + kTile - 1) / kTile, (m + kTile - 1) / kTile);
  naive_kernel<<<grid, dim3(kTile, kTile)>>>(a, b, c, m, n, k);
}

extern "C" cudaError_t matmul_host(const float* a, const float* b, float* c, int m, int n, int k) {
  const size_t a_bytes = sizeof(float) * m * k, b_bytes = sizeof(float) * k * n;
  const size_t c_bytes = sizeof(float) * m * n;
  float *device_a, *device_b, *device_c;
  cudaMalloc(&device_a, a_bytes);
  cudaMalloc(&device_b, b_bytes);
  cudaMalloc(&device_c, c_bytes);
  cudaMemcpy(device_a, a, a_bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(device_b, b, b_bytes, cudaMemcpyHostToDevice);
  matmul(device_a, device_b, device_c, m, n, k);
  const cudaError_t error = cudaGetLastError();
  cudaMemcpy(c, device_c, c_bytes, cudaMemcpyDeviceToHost);
  cudaFree(device_a);
  cudaFree(device_b);
  cudaFree(device_c);
  return error;
}
