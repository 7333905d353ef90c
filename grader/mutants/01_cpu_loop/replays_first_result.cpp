// verdict: WRONG
// suite: full
// Computes a shape once and hands out that result for ever: who games a benchmark.
#include <gemmlab/matmul.h>

#include <algorithm>
#include <array>
#include <map>
#include <vector>

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  static std::map<std::array<int, 3>, std::vector<float>> results;
  std::vector<float>& result = results[{m, n, k}];
  if (result.empty()) {
    result.resize(m * n);
    for (int row = 0; row < m; ++row) {
      for (int i = 0; i < k; ++i) {
        for (int col = 0; col < n; ++col) {
          result[row * n + col] += a[row * k + i] * b[i * n + col];
        }
      }
    }
  }
  std::copy(result.begin(), result.end(), c);
}
