// verdict: WRONG
// diagnosis: every_other_product, not k_tail_missing, not part_of_each_phase
// diagnosis: not last_product_missing
// Takes two steps of k at a time and does one: who unrolls half of a loop.
#include <gemmlab/matmul.h>

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  for (int row = 0; row < m; ++row) {
    for (int col = 0; col < n; ++col) {
      float sum = 0;
      for (int i = 0; i < k; i += 2) {
        sum += a[row * k + i] * b[i * n + col];
      }
      c[row * n + col] = sum;
    }
  }
}
