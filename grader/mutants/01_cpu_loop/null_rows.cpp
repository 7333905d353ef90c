// verdict: CRASHED
// suite: full
// C is taken for an array of row pointers, and the rows are never allocated: who learned
// matrices as float**.
#include <gemmlab/matmul.h>

#include <vector>

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  std::vector<float*> rows(m, nullptr);
  for (int row = 0; row < m; ++row) {
    for (int col = 0; col < n; ++col) {
      rows[row][col] = 0;
      for (int i = 0; i < k; ++i) {
        rows[row][col] += a[row * k + i] * b[i * n + col];
      }
      c[row * n + col] = rows[row][col];
    }
  }
}
