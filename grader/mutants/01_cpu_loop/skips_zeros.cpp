// verdict: TIMED OUT
// suite: full
// Skips zeros of A with a continue before the increment, so the first zero is skipped for ever:
// who optimises for sparse matrices, and tests on random ones.
#include <gemmlab/matmul.h>

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  for (int row = 0; row < m; ++row) {
    for (int col = 0; col < n; ++col) {
      float sum = 0;
      int i = 0;
      while (i < k) {
        if (a[row * k + i] == 0) {
          continue;
        }
        sum += a[row * k + i] * b[i * n + col];
        ++i;
      }
      c[row * n + col] = sum;
    }
  }
}
