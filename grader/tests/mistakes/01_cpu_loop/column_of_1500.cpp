// verdict: CRASHED
// look: 13
// mistake: A local array holds one column of B, and k may be larger.
// words: too small
// Lab 01, the CPU loop: C = A * B with three nested loops, and why their order matters.
#include <gemmlab/matmul.h>

// C = A * B on one CPU thread.
//   a [m, k], b [k, n], c [m, n]   fp32, row-major, packed, host memory; c overlaps neither
//   any m, n, k >= 1; c holds garbage before the call
extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  for (int col = 0; col < n; ++col) {
    float column[1500];
    for (int p = 0; p < k; ++p) {
      column[p] = b[p * n + col];
    }
    for (int row = 0; row < m; ++row) {
      float sum = 0.0f;
      for (int p = 0; p < k; ++p) {
        sum += a[row * k + p] * column[p];
      }
      c[row * n + col] = sum;
    }
  }
}
