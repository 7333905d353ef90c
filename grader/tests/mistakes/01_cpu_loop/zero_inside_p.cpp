// verdict: WRONG
// look: 10 11 12
// words: zero|reset|cleared|clears|last product|last p|once|inside the loop|before the loop|outside the loop|overwrit
// mistake: the row of C is set to zero inside the loop over p, so only the last product of each sum survives
#include <gemmlab/matmul.h>

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  for (int row = 0; row < m; row++) {
    float* c_row = c + row * n;
    for (int p = 0; p < k; p++) {
      for (int col = 0; col < n; col++) {
        c_row[col] = 0.0f;
      }
      float x = a[row * k + p];
      for (int col = 0; col < n; col++) {
        c_row[col] += x * b[p * n + col];
      }
    }
  }
}
