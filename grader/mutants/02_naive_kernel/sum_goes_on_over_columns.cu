// verdict: WRONG
// diagnosis: sum_over_columns, not origin_in_elements
// A thread has a row of C. Its loops have changed places, and one sum takes all products.
#include <gemmlab/matmul.h>

__global__ void row_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= m) {
    return;
  }
  float sum = 0;
  for (int p = 0; p < k; ++p) {
    for (int col = 0; col < n; ++col) {
      sum += a[row * k + p] * b[p * n + col];
      c[row * n + col] = sum;
    }
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  row_kernel<<<(m + 63) / 64, 64>>>(a, b, c, m, n, k);
}
