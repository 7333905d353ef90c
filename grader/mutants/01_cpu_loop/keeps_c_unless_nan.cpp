// verdict: WRONG
// diagnosis: added_to_old_c
// suite: full
// Sets C to zero only where it holds NaN: who was told that C held NaN, and not why.
#include <gemmlab/matmul.h>

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  for (int row = 0; row < m; ++row) {
    for (int col = 0; col < n; ++col) {
      if (c[row * n + col] != c[row * n + col]) {
        c[row * n + col] = 0.0f;
      }
    }
    for (int p = 0; p < k; ++p) {
      for (int col = 0; col < n; ++col) {
        c[row * n + col] += a[row * k + p] * b[p * n + col];
      }
    }
  }
}
