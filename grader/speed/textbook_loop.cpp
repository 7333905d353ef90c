// The baseline for the timing of lab 01: the textbook's i-j-k loop, compiled like a lab file.
#include <gemmlab/matmul.h>

// C = A * B: one dot product after the other, walking down the columns of b.
//   a [m, k], b [k, n], c [m, n]   fp32, row-major, packed, host memory; c overlaps neither
extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  for (int row = 0; row < m; ++row) {
    for (int col = 0; col < n; ++col) {
      float sum = 0.0f;
      for (int i = 0; i < k; ++i) {
        sum += a[row * k + i] * b[i * n + col];
      }
      c[row * n + col] = sum;
    }
  }
}
