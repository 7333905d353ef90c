// verdict: PASSED
// Right but unusual: two rows of C at a time share each load of B, and an odd last row goes
// alone.
#include <gemmlab/matmul.h>

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  for (int row = 0; row < m; row += 2) {
    const bool pair = row + 1 < m;
    float* upper = c + row * n;
    float* lower = upper + n;
    for (int col = 0; col < (pair ? 2 * n : n); ++col) {
      upper[col] = 0;
    }
    for (int i = 0; i < k; ++i) {
      const float* b_row = b + i * n;
      for (int col = 0; col < n; ++col) {
        upper[col] += a[row * k + i] * b_row[col];
      }
      for (int col = 0; pair && col < n; ++col) {
        lower[col] += a[(row + 1) * k + i] * b_row[col];
      }
    }
  }
}
