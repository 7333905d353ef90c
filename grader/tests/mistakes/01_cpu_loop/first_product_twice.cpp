// verdict: WRONG
// look: 18
// words: with `1` in place of `0`
// not: tile
// mistake: The first product begins the row of C, and the loop over p adds it again.
#include <gemmlab/matmul.h>

// C = A * B on one CPU thread.
//   a [m, k], b [k, n], c [m, n]   fp32, row-major, packed, host memory; c overlaps neither
//   any m, n, k >= 1; c holds garbage before the call
extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  for (int row = 0; row < m; ++row) {
    // p = 0 starts the row, the others add to it
    const float first = a[row * k];
    for (int col = 0; col < n; ++col) {
      c[row * n + col] = first * b[col];
    }
    for (int p = 0; p < k; ++p) {
      const float a_value = a[row * k + p];
      for (int col = 0; col < n; ++col) {
        c[row * n + col] += a_value * b[p * n + col];
      }
    }
  }
}
