// verdict: WRONG
// diagnosis: shifted_by_one, not row_and_column_swapped, not wrong_row_length
// Counts columns from 1 in B and from 0 in C, and leaves out what would lie outside.
#include <gemmlab/matmul.h>

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  for (int row = 0; row < m; ++row) {
    for (int col = 0; col < n; ++col) {
      float sum = 0;
      for (int i = 0; i < k && col + 1 < n; ++i) {
        sum += a[row * k + i] * b[i * n + col + 1];
      }
      c[row * n + col] = sum;
    }
  }
}
