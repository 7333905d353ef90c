// verdict: WRONG
// diagnosis: first_product_only, not last_product_only, not first_phase_only
// Leaves the loop over k in its first round: a store and a break inside instead of behind it.
#include <gemmlab/matmul.h>

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  for (int row = 0; row < m; ++row) {
    for (int col = 0; col < n; ++col) {
      float sum = 0;
      for (int i = 0; i < k; ++i) {
        sum += a[row * k + i] * b[i * n + col];
        break;
      }
      c[row * n + col] = sum;
    }
  }
}
