// verdict: OUT OF BOUNDS
// The loop that zeroes C ends at <= m * n, one element too far: the classic fencepost.
#include <gemmlab/matmul.h>

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  for (int i = 0; i <= m * n; ++i) {
    c[i] = 0;
  }
  for (int row = 0; row < m; ++row) {
    for (int i = 0; i < k; ++i) {
      for (int col = 0; col < n; ++col) {
        c[row * n + col] += a[row * k + i] * b[i * n + col];
      }
    }
  }
}
