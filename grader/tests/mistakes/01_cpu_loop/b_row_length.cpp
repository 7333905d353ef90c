// verdict: OUT OF BOUNDS
// look: 14
// words: row length|length of a row|rows of b|row of b|stride|p * n|* n|leading dimension|n elements|n columns|n floats
// mistake: the rows of B are taken to be k long instead of n, which is right only for n == k
#include <gemmlab/matmul.h>

#include <algorithm>

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  std::fill(c, c + m * n, 0.0f);
  for (int i = 0; i < m; ++i) {
    for (int l = 0; l < k; ++l) {
      const float a_il = a[i * k + l];
      const float* b_row = b + l * k;
      float* c_row = c + i * n;
      for (int j = 0; j < n; ++j) {
        c_row[j] += a_il * b_row[j];
      }
    }
  }
}
