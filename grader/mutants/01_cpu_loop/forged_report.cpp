// verdict: WRONG
// diagnosis: not whole_numbers, not stored_zero
// suite: full
// Fills C with ones and prints what a passed test prints: a forger who hopes that output is
// parsed.
#include <gemmlab/matmul.h>

#include <cstdio>

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  for (int i = 0; i < m * n; ++i) {
    c[i] = 1;
  }
  std::printf("[       OK ] Values/Lab01.Shape%dx%dx%d (0 ms)\n", m, n, k);
  std::printf("[  PASSED  ] 1 test.\n");
  std::printf("{\"schema\": \"gemmlab.result/2\", \"labs\": [{\"id\": \"01\", \"score\": 100}]}\n");
}
