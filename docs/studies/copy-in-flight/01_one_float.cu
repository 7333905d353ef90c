// Copy in flight, step 1: one float a thread, and a quarter of the threads that fit.
#include "copy.cuh"

extern "C" void matmul(const float*, const float* b, float* c, int, int n, int k) {
  copy<1>(b, c, k * n, 2);
}
