// Copy in flight, step 3: four floats a thread, and a quarter of the threads that fit.
#include "copy.cuh"

extern "C" void matmul(const float*, const float* b, float* c, int, int n, int k) {
  copy<4>(b, c, k * n, 2);
}
