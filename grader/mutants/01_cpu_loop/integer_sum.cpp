// verdict: WRONG
// diagnosis: whole_numbers, not stored_zero, not operands_rounded
// suite: full
// Sums up in an int, which is right for whole numbers: who tests with 1, 2, 3.
#include <gemmlab/matmul.h>

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  for (int row = 0; row < m; ++row) {
    for (int col = 0; col < n; ++col) {
      int sum = 0;
      for (int i = 0; i < k; ++i) {
        sum += a[row * k + i] * b[i * n + col];
      }
      c[row * n + col] = sum;
    }
  }
}
