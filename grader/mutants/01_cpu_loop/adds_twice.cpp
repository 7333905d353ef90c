// verdict: WRONG
// diagnosis: sum_multiplied, not negated, not phase_repeated, not sum_never_reset
// Adds every product twice: who unrolls by two and leaves the step at one.
#include <gemmlab/matmul.h>

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  for (int row = 0; row < m; ++row) {
    for (int col = 0; col < n; ++col) {
      float sum = 0;
      for (int i = 0; i < k; ++i) {
        sum += a[row * k + i] * b[i * n + col];
        sum += a[row * k + i] * b[i * n + col];
      }
      c[row * n + col] = sum;
    }
  }
}
