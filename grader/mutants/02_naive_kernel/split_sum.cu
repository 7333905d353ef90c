// verdict: RACE
// cuda: WRONG
// suite: full
// Two threads share an element's sum and both add to C without an atomic: who wants more
// parallelism.
// line: 24
#include <gemmlab/matmul.h>

__global__ void zero_kernel(float* c, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) {
    c[i] = 0;
  }
}

__global__ void half_sum_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < m && col < n) {
    float sum = 0;
    for (int i = threadIdx.z; i < k; i += 2) {
      sum += a[row * k + i] * b[i * n + col];
    }
    c[row * n + col] += sum;
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  zero_kernel<<<(m * n + 255) / 256, 256>>>(c, m * n);
  half_sum_kernel<<<dim3((n + 15) / 16, (m + 15) / 16), dim3(16, 16, 2)>>>(a, b, c, m, n, k);
}
