// verdict: OUT OF BOUNDS
// look: 15
// mistake: A is indexed with row length n instead of k, which is right for k = n only.
// Lab 01, the CPU loop: C = A * B with three nested loops, and why their order matters.
#include <gemmlab/matmul.h>
#include <cstring>

// C = A * B on one CPU thread.
extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  memset(c, 0, sizeof(float) * m * n);

  for (int row = 0; row < m; ++row)
    for (int p = 0; p < k; ++p)
      for (int col = 0; col < n; ++col)
        c[row * n + col] += a[row * n + p] * b[p * n + col];
}
