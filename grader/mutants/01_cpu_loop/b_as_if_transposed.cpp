// verdict: WRONG
// diagnosis: operand_transposed, not operand_tile_transposed, not operands_swapped
// diagnosis: not wrong_row_length
// Walks along rows of B, as if that were transposed already: half of a known improvement.
#include <gemmlab/matmul.h>

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  for (int row = 0; row < m; ++row) {
    for (int col = 0; col < n; ++col) {
      float sum = 0;
      for (int i = 0; i < k; ++i) {
        sum += a[row * k + i] * b[col * k + i];
      }
      c[row * n + col] = sum;
    }
  }
}
