// verdict: WRONG
// diagnosis: product_kept
// Keeps its products and takes inputs with the same extents and corners for the same: who games a
// benchmark.
#include <gemmlab/matmul.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <vector>

static void multiply(const float* a, const float* b, float* c, int m, int n, int k) {
  for (int row = 0; row < m; ++row) {
    std::fill_n(c + row * n, n, 0.0f);
    for (int p = 0; p < k; ++p) {
      for (int col = 0; col < n; ++col) {
        c[row * n + col] += a[row * k + p] * b[p * n + col];
      }
    }
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  static std::map<std::tuple<int, int, int, float, float, float, float>, std::vector<float>> kept;
  std::vector<float>& product = kept[{m, n, k, a[0], a[m * k - 1], b[0], b[k * n - 1]}];
  if (product.empty()) {
    product.resize(m * n);
    multiply(a, b, product.data(), m, n, k);
  }
  std::copy(product.begin(), product.end(), c);
}
