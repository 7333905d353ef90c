// verdict: LOW PRECISION
// diagnosis: operands_rounded, not sum_rounded, not whole_numbers
// Rounds A and B to 16 bits, as neural networks do: close, but not fp32.
#include <gemmlab/matmul.h>

#include <cstdint>
#include <cstring>

static float to_bfloat16(float x) {
  std::uint32_t bits;
  std::memcpy(&bits, &x, sizeof bits);
  bits = (bits + 0x7fff + ((bits >> 16) & 1)) & 0xffff0000u;
  std::memcpy(&x, &bits, sizeof bits);
  return x;
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  for (int row = 0; row < m; ++row) {
    for (int col = 0; col < n; ++col) {
      float sum = 0;
      for (int i = 0; i < k; ++i) {
        sum += to_bfloat16(a[row * k + i]) * to_bfloat16(b[i * n + col]);
      }
      c[row * n + col] = sum;
    }
  }
}
