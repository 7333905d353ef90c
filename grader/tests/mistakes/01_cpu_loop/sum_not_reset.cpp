// verdict: WRONG
// look: 11 12
// words: reset|set to zero|zero again|back to zero|start at zero|start from zero|starts at zero|initiali|previous|accumulat|for each element|inside the loop
// mistake: sum is declared outside the loop over columns and never set back to zero, so each element also contains those to its left in the row
#include <gemmlab/matmul.h>

static float multiply_add(float sum, float x, float y) { return sum + x * y; }

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  for (int row = 0; row < m; ++row) {
    float sum = 0.0f;
    for (int col = 0; col < n; ++col) {
      for (int p = 0; p < k; ++p) {
        sum = multiply_add(sum, a[row * k + p], b[p * n + col]);
      }
      c[row * n + col] = sum;
    }
  }
}
