// verdict: CRASHED
// A buffer of a fixed size, for the transposed B.
#include <gemmlab/matmul.h>
#include <cstring>
static float packed[1 << 20];
extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  std::memcpy(packed, b, sizeof(float) * k * n);
  for (int row = 0; row < m; ++row) {
    for (int col = 0; col < n; ++col)
      c[row * n + col] = 0.0f;
    for (int p = 0; p < k; ++p) {
      const float v = a[row * k + p];
      for (int col = 0; col < n; ++col)
        c[row * n + col] += v * packed[p * n + col];
    }
  }
}
