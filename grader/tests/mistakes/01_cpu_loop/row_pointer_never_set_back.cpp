// verdict: OUT OF BOUNDS
// look: 13
// mistake: The pointer into C's row is not set back for each p.
#include <gemmlab/matmul.h>

// Version with pointers: no index has to be computed in the inner loop.
extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  for (int i = 0; i < m * n; i++) c[i] = 0.0f;

  const float* pa = a;
  for (int i = 0; i < m; i++) {
    float* pc = c + i * n;
    for (int l = 0; l < k; l++) {
      const float x = *pa++;
      const float* pb = b + l * n;
      for (int j = 0; j < n; j++) {
        *pc++ += x * *pb++;
      }
    }
  }
}
