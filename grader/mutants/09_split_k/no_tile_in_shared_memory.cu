// verdict: MISSES THE POINT
// k is cut, and right, but each thread has one element and reads from global memory.
// Lab 09, split k.
#include <gemmlab/matmul.h>

__global__ void pieces_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  const int row = blockIdx.y * 16 + threadIdx.y, col = blockIdx.x * 16 + threadIdx.x;
  const int length = (k + gridDim.z - 1) / gridDim.z;
  const int begin = blockIdx.z * length, end = min(begin + length, k);
  if (row < m && col < n) {
    float sum = 0.0f;
    for (int p = begin; p < end; ++p) {
      sum += a[row * k + p] * b[p * n + col];
    }
    atomicAdd(&c[row * n + col], sum);
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  cudaMemsetAsync(c, 0, sizeof(float) * m * n);
  const dim3 grid((n + 15) / 16, (m + 15) / 16, 4);
  pieces_kernel<<<grid, dim3(16, 16)>>>(a, b, c, m, n, k);
}
