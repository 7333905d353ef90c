// Copy in flight, step 5: one float a thread, and as many threads as fit.
#include "copy.cuh"

extern "C" void matmul(const float*, const float* b, float* c, int, int n, int k) {
  copy<1>(b, c, k * n, 0);
}
