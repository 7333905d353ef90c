// verdict: RACE
// cuda: WRONG or PARTIAL or PASSED or TOO SLOW
// suite: full
// Two blocks update each sum by atomicXor of the old and the new bits: what one adds between the
// other's read and its update is lost.
#include <gemmlab/matmul.h>

__global__ void clear(float* c, int count) {
  const int i = blockIdx.x * 256 + threadIdx.x;
  if (i < count) {
    c[i] = 1;
  }
}

__global__ void update(const float* a, const float* b, float* c, int m, int n, int k) {
  const int row = blockIdx.y * 16 + threadIdx.y;
  const int col = blockIdx.x * 16 + threadIdx.x;
  if (row < m && col < n) {
    float sum = blockIdx.z == 0 ? -1 : 0;
    for (int p = blockIdx.z; p < k; p += 2) {
      sum += a[row * k + p] * b[p * n + col];
    }
    int* const bits = reinterpret_cast<int*>(&c[row * n + col]);
    const int before = atomicOr(bits, 0);
    atomicXor(bits, before ^ __float_as_int(__int_as_float(before) + sum));
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  clear<<<(m * n + 255) / 256, 256>>>(c, m * n);
  update<<<dim3((n + 15) / 16, (m + 15) / 16, 2), dim3(16, 16)>>>(a, b, c, m, n, k);
}

extern "C" cudaError_t matmul_host(const float* a, const float* b, float* c, int m, int n, int k) {
  float *a_dev, *b_dev, *c_dev;
  cudaMalloc(&a_dev, sizeof(float) * m * k);
  cudaMalloc(&b_dev, sizeof(float) * k * n);
  cudaMalloc(&c_dev, sizeof(float) * m * n);
  cudaMemcpy(a_dev, a, sizeof(float) * m * k, cudaMemcpyHostToDevice);
  cudaMemcpy(b_dev, b, sizeof(float) * k * n, cudaMemcpyHostToDevice);
  matmul(a_dev, b_dev, c_dev, m, n, k);
  const cudaError_t error = cudaGetLastError();
  cudaMemcpy(c, c_dev, sizeof(float) * m * n, cudaMemcpyDeviceToHost);
  cudaFree(a_dev);
  cudaFree(b_dev);
  cudaFree(c_dev);
  return error;
}
