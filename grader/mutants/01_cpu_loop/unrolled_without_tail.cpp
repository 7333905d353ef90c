// verdict: WRONG
// diagnosis: k_tail_missing, not last_phase_missing, not last_product_missing, not sum_stops_early
// suite: full
// The k loop takes four steps at a time and drops what is left over: who unrolls by hand.
#include <gemmlab/matmul.h>

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  for (int row = 0; row < m; ++row) {
    for (int col = 0; col < n; ++col) {
      c[row * n + col] = 0;
    }
    for (int i = 0; i + 4 <= k; i += 4) {
      for (int col = 0; col < n; ++col) {
        c[row * n + col] +=
            a[row * k + i] * b[i * n + col] + a[row * k + i + 1] * b[(i + 1) * n + col] +
            a[row * k + i + 2] * b[(i + 2) * n + col] + a[row * k + i + 3] * b[(i + 3) * n + col];
      }
    }
  }
}
