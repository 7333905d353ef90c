// verdict: WRONG
// diagnosis: negated, not sum_multiplied
// suite: full
// Subtracts the products: who comes from elimination.
#include <gemmlab/matmul.h>

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  for (int row = 0; row < m; ++row) {
    for (int col = 0; col < n; ++col) {
      float sum = 0;
      for (int i = 0; i < k; ++i) {
        sum -= a[row * k + i] * b[i * n + col];
      }
      c[row * n + col] = sum;
    }
  }
}
