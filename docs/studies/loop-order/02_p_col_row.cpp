// Loop order, step 2: p, col, row: like step 1, but all of C is gone through once for each p.
#include <gemmlab/matmul.h>

#include <algorithm>

// C = A * B on one CPU thread.
//   a [m, k], b [k, n], c [m, n]   fp32, row-major, packed, host memory; c overlaps neither
//   any m, n, k >= 1; c holds garbage before the call
extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  std::fill_n(c, 1LL * m * n, 0.0f);  // its elements grow bit by bit
  for (int p = 0; p < k; ++p) {
    for (int col = 0; col < n; ++col) {
      for (int row = 0; row < m; ++row) {
        c[row * n + col] += a[row * k + p] * b[p * n + col];
      }
    }
  }
}
