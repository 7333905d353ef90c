// verdict: WRONG
// diagnosis: sum_stops_early, not k_tail_missing, not k_taken_for_other_extent
// diagnosis: not last_phase_missing
// At most 100 products: a constant that was left in from a test.
#include <gemmlab/matmul.h>

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  for (int row = 0; row < m; ++row) {
    for (int col = 0; col < n; ++col) {
      float sum = 0;
      for (int i = 0; i < k && i < 100; ++i) {
        sum += a[row * k + i] * b[i * n + col];
      }
      c[row * n + col] = sum;
    }
  }
}
