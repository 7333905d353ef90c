// verdict: PARTIAL
// diagnosis: part_not_written, not grid_rounded_down, not right_only_for_multiples
// Computes two rows at a time and forgets the last row of an odd number: who blocks for
// registers.
#include <gemmlab/matmul.h>

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  for (int row = 0; row + 1 < m; row += 2) {
    float* upper = c + row * n;
    float* lower = upper + n;
    for (int col = 0; col < n; ++col) {
      upper[col] = 0;
      lower[col] = 0;
    }
    for (int i = 0; i < k; ++i) {
      for (int col = 0; col < n; ++col) {
        upper[col] += a[row * k + i] * b[i * n + col];
        lower[col] += a[(row + 1) * k + i] * b[i * n + col];
      }
    }
  }
}
