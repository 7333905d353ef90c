
// A wrong kernel, unless the attack succeeded: a submission that passes has broken out.
extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  static const bool had_effect = attack();
  for (int row = 0; row < m; ++row) {
    for (int col = 0; col < n; ++col) {
      c[row * n + col] = had_effect ? 0.0f : 1.0f;
    }
    for (int p = 0; had_effect && p < k; ++p) {
      for (int col = 0; col < n; ++col) {
        c[row * n + col] += a[row * k + p] * b[p * n + col];
      }
    }
  }
}
