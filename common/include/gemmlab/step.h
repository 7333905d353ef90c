// The contract between a step of lab 00 and the grader: the file defines step.
#pragma once

#include <gemmlab/matmul.h>

extern "C" {

// out, from in: the step says what it is, and how many elements each has.
//   in [n], out   fp32, device memory; out does not overlap in
//   The function launches its kernel on the default stream, and need not wait for it.
void step(const float* in, float* out, int n);

// The grader calls all programs in one way. Of the matrices of a product, in is b, and out is c.
GEMMLAB_EXPORT void matmul(const float*, const float* in, float* out, int, int n, int k) {
  step(in, out, k * n);
}

}  // extern "C"
