// verdict: CRASHED
// suite: full
// Copies a row of A into an array that is as long as the longest row it was tried with.
#include <gemmlab/matmul.h>

#include <algorithm>

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  float a_row[4100];
  for (int row = 0; row < m; ++row) {
    std::copy(a + row * k, a + (row + 1) * k, a_row);
    std::fill(c + row * n, c + (row + 1) * n, 0.0f);
    for (int p = 0; p < k; ++p) {
      for (int col = 0; col < n; ++col) {
        c[row * n + col] += a_row[p] * b[p * n + col];
      }
    }
  }
}
