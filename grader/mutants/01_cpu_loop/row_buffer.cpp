// verdict: PASSED
// suite: full
// Right but unusual: a row of C is summed up in a buffer of its own, by a lambda over pointers.
#include <gemmlab/matmul.h>

#include <algorithm>
#include <vector>

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  std::vector<float> sums(n);
  const auto add_row = [&sums](float a_value, const float* b_row) {
    std::transform(sums.begin(), sums.end(), b_row, sums.begin(),
                   [a_value](float sum, float b_value) { return sum + a_value * b_value; });
  };
  for (int row = 0; row < m; ++row, c += n) {
    std::fill(sums.begin(), sums.end(), 0.0f);
    for (int i = 0; i < k; ++i) {
      add_row(*a++, b + i * n);
    }
    std::copy(sums.begin(), sums.end(), c);
  }
}
