// verdict: NOT FINITE
// diagnosis: added_to_old_c
// Adds to C without setting it to 0 first: who reorders the loops and loses the line "sum = 0".
#include <gemmlab/matmul.h>

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  for (int row = 0; row < m; ++row) {
    for (int i = 0; i < k; ++i) {
      for (int col = 0; col < n; ++col) {
        c[row * n + col] += a[row * k + i] * b[i * n + col];
      }
    }
  }
}
