// verdict: TIMED OUT
// Counts k in 16 bits, which never reach a larger k.
#include <gemmlab/matmul.h>

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  for (int row = 0; row < m; ++row) {
    for (int col = 0; col < n; ++col) {
      c[row * n + col] = 0.0f;
    }
    for (unsigned short p = 0; p < k; ++p) {
      for (int col = 0; col < n; ++col) {
        c[row * n + col] += a[row * k + p] * b[p * n + col];
      }
    }
  }
}
