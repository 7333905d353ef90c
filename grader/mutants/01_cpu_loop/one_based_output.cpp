// verdict: OUT OF BOUNDS
// suite: full
// Shifts C by one for indices from 1, but counts from 0, so c[-1] is written: who ports Fortran.
#include <gemmlab/matmul.h>

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  float* c1 = c - 1;
  for (int row = 0; row < m; ++row) {
    for (int col = 0; col < n; ++col) {
      float sum = 0;
      for (int i = 0; i < k; ++i) {
        sum += a[row * k + i] * b[i * n + col];
      }
      c1[row * n + col] = sum;
    }
  }
}
