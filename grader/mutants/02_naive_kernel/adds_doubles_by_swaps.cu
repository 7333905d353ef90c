// verdict: PASSED
// cuda: PASSED or TOO SLOW
// suite: full
// Two blocks add their halves of k to sums of doubles, by compare-and-swaps of eight bytes whose
// loop begins with a plain read.
#include <gemmlab/matmul.h>

using Bits = unsigned long long;

__device__ void add(double* sum, double value) {
  Bits* const place = reinterpret_cast<Bits*>(sum);
  Bits expected = *place;
  for (;;) {
    const double next = __longlong_as_double(expected) + value;
    const Bits seen = atomicCAS(place, expected, Bits(__double_as_longlong(next)));
    if (seen == expected) {
      return;
    }
    expected = seen;
  }
}

__global__ void add_half(const float* a, const float* b, double* sums, int m, int n, int k) {
  const int row = blockIdx.y * 16 + threadIdx.y;
  const int col = blockIdx.x * 16 + threadIdx.x;
  if (row < m && col < n) {
    double sum = 0;
    for (int p = blockIdx.z; p < k; p += 2) {
      sum += double(a[row * k + p]) * b[p * n + col];
    }
    add(&sums[row * n + col], sum);
  }
}

__global__ void round_sums(const double* sums, float* c, int count) {
  const int i = blockIdx.x * 256 + threadIdx.x;
  if (i < count) {
    c[i] = float(sums[i]);
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  double* sums;
  cudaMalloc(&sums, sizeof(double) * m * n);
  cudaMemset(sums, 0, sizeof(double) * m * n);
  add_half<<<dim3((n + 15) / 16, (m + 15) / 16, 2), dim3(16, 16)>>>(a, b, sums, m, n, k);
  round_sums<<<(m * n + 255) / 256, 256>>>(sums, c, m * n);
  cudaFree(sums);
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
