// verdict: WRONG
// diagnosis: sum_never_reset, not sum_multiplied, not outputs_totalled
// The sum is set to 0 once and not for every element: who declares all variables at the top.
#include <gemmlab/matmul.h>

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  float sum = 0;
  for (int row = 0; row < m; ++row) {
    for (int col = 0; col < n; ++col) {
      for (int i = 0; i < k; ++i) {
        sum += a[row * k + i] * b[i * n + col];
      }
      c[row * n + col] = sum;
    }
  }
}
