// verdict: EXITED
// suite: full
// Prints the report of a passed test and leaves before the judge has asked for anything: a
// forger.
#include <gemmlab/matmul.h>

#include <unistd.h>

#include <cstdio>

struct Forge {
  Forge() {
    std::puts("[==========] 12 tests from 1 test suite ran.\n[  PASSED  ] 12 tests.");
    std::fflush(stdout);
    _exit(0);
  }
} forge;

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {}
