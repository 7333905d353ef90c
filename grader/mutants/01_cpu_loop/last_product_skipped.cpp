// verdict: WRONG
// diagnosis: last_product_missing, not k_tail_missing, not first_product_missing
// diagnosis: not last_phase_missing
// suite: full
// The loop over k ends before k - 1: who is afraid of leaving the matrix.
#include <gemmlab/matmul.h>

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  for (int row = 0; row < m; ++row) {
    for (int col = 0; col < n; ++col) {
      float sum = 0;
      for (int i = 0; i < k - 1; ++i) {
        sum += a[row * k + i] * b[i * n + col];
      }
      c[row * n + col] = sum;
    }
  }
}
