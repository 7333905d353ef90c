// verdict: WRONG
// diagnosis: stored_zero, not not_written, not stored_constant, not k_tail_missing
// diagnosis: not last_tile_wrong
// A second sum inside the loop hides the first one, which stays 0 and is stored.
#include <gemmlab/matmul.h>

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  for (int row = 0; row < m; ++row) {
    for (int col = 0; col < n; ++col) {
      float sum = 0;
      for (int i = 0; i < k; ++i) {
        float sum = 0;
        sum += a[row * k + i] * b[i * n + col];
      }
      c[row * n + col] = sum;
    }
  }
}
