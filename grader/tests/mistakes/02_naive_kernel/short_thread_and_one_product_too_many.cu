// verdict: OUT OF BOUNDS
// look: 14
// words: p < k
// not: holds no number above
// mistake: The loop takes a product too many; that a thread has its column as a short is no mistake.
#include <gemmlab/matmul.h>

__global__ void multiply(const float* a, const float* b, float* c, int m, int n, int k) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const short tx = threadIdx.x;
  const int col = blockIdx.x * blockDim.x + tx;
  if (row < m && col < n) {
    float sum = 0;
    for (int p = 0; p <= k; ++p) {
      sum += a[row * k + p] * b[p * n + col];
    }
    c[row * n + col] = sum;
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  multiply<<<dim3((n + 15) / 16, (m + 15) / 16), dim3(16, 16)>>>(a, b, c, m, n, k);
}
