// verdict: TOO SLOW
// suite: full
// The textbook's loops, and in every sixth sample a fast order: a few high ratios among low ones.
#include <gemmlab/matmul.h>

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  static const float* first = nullptr;
  static int samples = 0;
  if (m >= 256 && n >= 256) {
    first = first == nullptr ? c : first;
    samples += c == first;
  }
  for (int i = 0; i < m * n; ++i) {
    c[i] = 0.0f;
  }
  if (samples % 6 == 0) {
    for (int row = 0; row < m; ++row) {
      for (int i = 0; i < k; ++i) {
        for (int col = 0; col < n; ++col) {
          c[row * n + col] += a[row * k + i] * b[i * n + col];
        }
      }
    }
    return;
  }
  for (int row = 0; row < m; ++row) {
    for (int col = 0; col < n; ++col) {
      float sum = 0.0f;
      for (int i = 0; i < k; ++i) {
        sum += a[row * k + i] * b[i * n + col];
      }
      c[row * n + col] = sum;
    }
  }
}
