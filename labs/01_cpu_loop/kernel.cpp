// Lab 01, the CPU loop: C = A * B with three nested loops, and why their order matters.
#include <gemmlab/matmul.h>

// C = A * B on one CPU thread.
//   a [m, k], b [k, n], c [m, n]   fp32, row-major, packed, host memory; c overlaps neither
//   any m, n, k >= 1; c holds garbage before the call
extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  // TODO(1.1): every element c[row][col] is the sum over p of a[row][p] * b[p][col]. First write
  // the textbook loops: row outside, then col, and p inside.
  // TODO(1.2): then change the order to row, p, col, so that the inner loop goes along one row
  // of B and one row of C. A row of C now grows bit by bit: it must start from zero.
  // your code: about 11 lines
}
