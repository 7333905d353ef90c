// verdict: LOW PRECISION
// diagnosis: sum_rounded, not operands_rounded, not whole_numbers
// suite: full
// Keeps the sum in half precision, of which 11 bits are left after each addition.
#include <gemmlab/matmul.h>

#include <cmath>

static float to_half(float x) {
  int exponent = 0;
  const float scaled = std::nearbyint(std::ldexp(std::frexp(x, &exponent), 11));
  return std::ldexp(scaled, exponent - 11);
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  for (int row = 0; row < m; ++row) {
    for (int col = 0; col < n; ++col) {
      float sum = 0;
      for (int i = 0; i < k; ++i) {
        sum = to_half(sum + a[row * k + i] * b[i * n + col]);
      }
      c[row * n + col] = sum;
    }
  }
}
