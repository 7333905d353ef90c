// verdict: RACE
// line: 24
// cuda: WRONG or PASSED or TOO SLOW or OUT OF BOUNDS
// Two threads compute half of a sum each and meet at a barrier, but the first loads the other's
// half with __ldg, which may read what was there before.
#include <gemmlab/matmul.h>

constexpr int kTile = 16;

__global__ void naive_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  const int row = blockIdx.y * kTile + threadIdx.y, col = blockIdx.x * kTile + threadIdx.x;
  const bool inside = row < m && col < n;
  float sum = 0.0f;
  for (int p = threadIdx.z; p < k && inside; p += 2)
    sum += a[row * k + p] * b[p * n + col];
  float* const element = c + row * n + col;
  if (inside && threadIdx.z == 1) {
    // the half of the odd products
    *element = sum;
  }
  __syncthreads();
  if (inside && threadIdx.z == 0) {
    // both halves
    sum += __ldg(element);
    *element = sum;
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const dim3 grid((n + kTile - 1) / kTile, (m + kTile - 1) / kTile);
  naive_kernel<<<grid, dim3(kTile, kTile, 2)>>>(a, b, c, m, n, k);
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
