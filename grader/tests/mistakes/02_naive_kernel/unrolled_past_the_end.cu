// verdict: OUT OF BOUNDS
// look: 15
// words: each shape|multiple of 2
// not: No condition there compares
// mistake: Two products an iteration, of which the second may lie past the end.
#include <gemmlab/matmul.h>

__global__ void multiply(const float* a, const float* b, float* c, int m, int n, int k) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < m && col < n) {
    float sum = 0;
    for (int p = 0; p < k; p += 2) {
      sum += a[row * k + p] * b[p * n + col];
      sum += a[row * k + p + 1] * b[(p + 1) * n + col];
    }
    c[row * n + col] = sum;
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  multiply<<<dim3((n + 15) / 16, (m + 15) / 16), dim3(16, 16)>>>(a, b, c, m, n, k);
}
