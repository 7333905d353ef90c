// verdict: DOES NOT COMPILE
// The extents are called m, n and k here, not N: who pastes from a square example.
// line: 7
#include <gemmlab/matmul.h>

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  for (int row = 0; row < N; ++row) {
    for (int col = 0; col < n; ++col) {
      c[row * n + col] = 0;
      for (int i = 0; i < k; ++i) {
        c[row * n + col] += a[row * k + i] * b[i * n + col];
      }
    }
  }
}
