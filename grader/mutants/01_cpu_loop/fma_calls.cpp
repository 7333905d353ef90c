// verdict: TOO SLOW
// suite: full
// The good loop order with std::fma, which without -march is a library call for every element:
// who heard that one instruction is faster than two.
#include <gemmlab/matmul.h>

#include <cmath>

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  for (int row = 0; row < m; ++row) {
    for (int col = 0; col < n; ++col) {
      c[row * n + col] = 0;
    }
    for (int i = 0; i < k; ++i) {
      for (int col = 0; col < n; ++col) {
        c[row * n + col] = std::fma(a[row * k + i], b[i * n + col], c[row * n + col]);
      }
    }
  }
}
