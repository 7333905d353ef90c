// verdict: TOO SLOW
// look: 12
// mistake: The innermost loop goes over rows, behind a loop of its own that clears C.
// words: innermost
#include <gemmlab/matmul.h>

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  for (int t = 0; t < m * n; ++t) c[t] = 0.0f;
  for (int p = 0; p < k; ++p) {
    for (int col = 0; col < n; ++col) {
      const float bv = b[p * n + col];
      for (int row = 0; row < m; ++row) {
        c[row * n + col] += a[row * k + p] * bv;
      }
    }
  }
}
