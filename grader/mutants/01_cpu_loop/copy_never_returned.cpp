// verdict: UNFINISHED
// diagnosis: not_written, not stored_zero
// The product is summed up in a vector that is never copied to C: who tests inside the function.
#include <gemmlab/matmul.h>

#include <vector>

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  std::vector<float> product(m * n);
  for (int row = 0; row < m; ++row) {
    for (int i = 0; i < k; ++i) {
      for (int col = 0; col < n; ++col) {
        product[row * n + col] += a[row * k + i] * b[i * n + col];
      }
    }
  }
  c = product.data();
}
