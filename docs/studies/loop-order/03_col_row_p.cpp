// Loop order, step 3: col, row, p: the inner loop goes along a row of A and down a column of B.
#include <gemmlab/matmul.h>

// C = A * B on one CPU thread.
//   a [m, k], b [k, n], c [m, n]   fp32, row-major, packed, host memory; c overlaps neither
//   any m, n, k >= 1; c holds garbage before the call
extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  for (int col = 0; col < n; ++col) {
    for (int row = 0; row < m; ++row) {
      float sum = 0.0f;
      for (int p = 0; p < k; ++p) {
        sum += a[row * k + p] * b[p * n + col];
      }
      c[row * n + col] = sum;
    }
  }
}
