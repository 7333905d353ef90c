// verdict: INPUT MODIFIED
// Turns B around in place where it is square, to walk along rows: right values, and a spoilt
// input.
#include <gemmlab/matmul.h>

#include <utility>

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const bool turned = n == k;
  float* columns = const_cast<float*>(b);
  for (int row = 0; turned && row < k; ++row) {
    for (int col = 0; col < row; ++col) {
      std::swap(columns[row * n + col], columns[col * n + row]);
    }
  }
  for (int row = 0; row < m; ++row) {
    for (int col = 0; col < n; ++col) {
      float sum = 0;
      for (int i = 0; i < k; ++i) {
        sum += a[row * k + i] * (turned ? b[col * k + i] : b[i * n + col]);
      }
      c[row * n + col] = sum;
    }
  }
}
