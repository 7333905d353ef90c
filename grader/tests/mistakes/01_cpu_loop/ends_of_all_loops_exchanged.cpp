// verdict: OUT OF BOUNDS
// look: 17
// words: `n` and `m` exchanged at
// not: n = k is right
// mistake: The loop over the rows ends at n, the one over the columns at m.
// Lab 01, the CPU loop: C = A * B with three nested loops, and why their order matters.
#include <gemmlab/matmul.h>

// C = A * B on one CPU thread.
//   a [m, k], b [k, n], c [m, n]   fp32, row-major, packed, host memory; c overlaps neither
//   any m, n, k >= 1; c holds garbage before the call
extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  // Step 1.1: every element c[row][col] is the sum over p of a[row][p] * b[p][col]. First write
  // the textbook loops: row outside, then col, and p inside.
  // Step 1.2: then change the order to row, p, col, so that the inner loop goes along one row
  // of B and one row of C. A row of C now grows bit by bit: it must start from zero.
  for (int i = 0; i < n; ++i) {
    for (int col = 0; col < m; ++col) {
      c[i * n + col] = 0.0f;
    }
    for (int p = 0; p < k; ++p) {
      const float a_value = a[i * k + p];
      for (int col = 0; col < m; ++col) {
        c[i * n + col] += a_value * b[p * n + col];
      }
    }
  }
}
