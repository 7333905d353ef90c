// verdict: PASSED
// suite: full
// Right but unusual: all three loops in blocks, the innermost along a row.
#include <gemmlab/matmul.h>

#include <algorithm>

constexpr int kBlock = 64;

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  std::fill(c, c + m * n, 0.0f);
  for (int row0 = 0; row0 < m; row0 += kBlock) {
    for (int k0 = 0; k0 < k; k0 += kBlock) {
      for (int row = row0; row < std::min(row0 + kBlock, m); ++row) {
        for (int i = k0; i < std::min(k0 + kBlock, k); ++i) {
          const float a_value = a[row * k + i];
          for (int col = 0; col < n; ++col) {
            c[row * n + col] += a_value * b[i * n + col];
          }
        }
      }
    }
  }
}
