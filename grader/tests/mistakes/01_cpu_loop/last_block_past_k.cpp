// verdict: OUT OF BOUNDS
// look: 17
// mistake: The last block of p goes past k.
// Lab 01, the CPU loop: blocked over the summation index so that a strip of B stays in the cache
#include <gemmlab/matmul.h>

static const int BLOCK = 64;

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  for (int i = 0; i < m * n; ++i) {
    c[i] = 0.0f;
  }

  for (int p0 = 0; p0 < k; p0 += BLOCK) {
    for (int row = 0; row < m; ++row) {
      float* c_row = c + row * n;
      for (int p = p0; p < p0 + BLOCK; ++p) {
        const float a_value = a[row * k + p];
        const float* b_row = b + p * n;
        for (int col = 0; col < n; ++col) {
          c_row[col] += a_value * b_row[col];
        }
      }
    }
  }
}
