// verdict: WRONG
// diagnosis: first_product_missing, not last_product_missing, not first_phase_missing
// diagnosis: not sum_stops_early
// The loop over k begins at 1: who counts from 1.
#include <gemmlab/matmul.h>

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  for (int row = 0; row < m; ++row) {
    for (int col = 0; col < n; ++col) {
      float sum = 0;
      for (int i = 1; i < k; ++i) {
        sum += a[row * k + i] * b[i * n + col];
      }
      c[row * n + col] = sum;
    }
  }
}
