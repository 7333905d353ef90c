// Copy in flight, step 6: two floats a thread, and as many threads as fit.
#include "copy.cuh"

extern "C" void matmul(const float*, const float* b, float* c, int, int n, int k) {
  copy<2>(b, c, k * n, 0);
}
