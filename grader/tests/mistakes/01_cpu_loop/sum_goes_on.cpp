// verdict: WRONG
// look: 13 16 17
// mistake: The sum of a row goes on from column to column: it is never set to 0.
// words: goes on from column to column
// Lab 01, the CPU loop: C = A * B with three nested loops, and why their order matters.
#include <gemmlab/matmul.h>

// C = A * B on one CPU thread.
//   a [m, k], b [k, n], c [m, n]   fp32, row-major, packed, host memory; c overlaps neither
//   any m, n, k >= 1; c holds garbage before the call
extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  for (int row = 0; row < m; ++row) {
    float total = 0.0f;
    for (int p = 0; p < k; ++p) {
      for (int col = 0; col < n; ++col) {
        total += a[row * k + p] * b[p * n + col];
        c[row * n + col] = total;
      }
    }
  }
}
