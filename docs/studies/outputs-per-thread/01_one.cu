// Outputs per thread, step 1: one, with 1024 threads a block: lab 04's kernel.
#include "outputs.cuh"

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  outputs_matmul<1>(a, b, c, m, n, k);
}
