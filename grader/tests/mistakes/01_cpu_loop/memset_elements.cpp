// verdict: NOT FINITE
// look: 11
// words: sizeof|bytes|byte|quarter|not zeroed|not set to zero|start from zero|starts from zero|old content|garbage|uninitiali
// mistake: memset gets the number of elements instead of bytes, so only the first quarter of C is zero before the sums are added
#include <gemmlab/matmul.h>

#include <cstring>

// i-k-j order, the row of C grows step by step
extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  memset(c, 0, m * n);
  for (int i = 0; i < m; ++i)
    for (int kk = 0; kk < k; ++kk)
      for (int j = 0; j < n; ++j)
        c[i * n + j] += a[i * k + kk] * b[kk * n + j];
}
