// verdict: OUT OF BOUNDS
// look: 13
// mistake: The summation loop runs to n instead of k: right only when k = n.
// Lab 01, the CPU loop: C = A * B with three nested loops, and why their order matters.
#include <gemmlab/matmul.h>

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  for (int i = 0; i < m; ++i) {
    float* crow = c + i * n;
    const float* arow = a + i * k;
    for (int j = 0; j < n; ++j) crow[j] = 0.f;
    // now one row of B after the other
    for (int l = 0; l < n; ++l) {
      const float* brow = b + l * n;
      const float v = arow[l];
      for (int j = 0; j < n; ++j) crow[j] += v * brow[j];
    }
  }
}
