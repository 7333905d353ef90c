// verdict: CRASHED
// look: 14
// mistake: C's row is multiplied by a length far too large, and col by n.
#include <gemmlab/matmul.h>

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  constexpr int kStride = 100000;
  for (int row = 0; row < m; ++row) {
    for (int col = 0; col < n; ++col) {
      float sum = 0;
      for (int p = 0; p < k; ++p) {
        sum += a[row * k + p] * b[p * n + col];
      }
      c[row * kStride + col * n] = sum;
    }
  }
}
