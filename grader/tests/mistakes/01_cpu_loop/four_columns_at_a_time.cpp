// verdict: WRONG
// look: 20
// words: multiple of 4|multiples of 4
// not: tile
// mistake: Four columns are computed at a time, and what is left of n never.
#include <gemmlab/matmul.h>

// C = A * B on one CPU thread.
//   a [m, k], b [k, n], c [m, n]   fp32, row-major, packed, host memory; c overlaps neither
//   any m, n, k >= 1; c holds garbage before the call
extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  for (int row = 0; row < m; ++row) {
    float* c_row = &c[row * n];
    for (int col = 0; col < n; ++col) {
      c_row[col] = 0.0f;
    }
    for (int p = 0; p < k; ++p) {
      const float a_value = a[row * k + p];
      const float* b_row = &b[p * n];
      for (int col = 0; col + 4 <= n; col += 4) {
        c_row[col] += a_value * b_row[col];
        c_row[col + 1] += a_value * b_row[col + 1];
        c_row[col + 2] += a_value * b_row[col + 2];
        c_row[col + 3] += a_value * b_row[col + 3];
      }
    }
  }
}
