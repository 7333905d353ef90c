// The contract between a step of lab 00 about two dimensions and the grader: the file defines
// step_2d.
#pragma once

#include <gemmlab/matmul.h>

extern "C" {

// out, from in: the step says what it is.
//   in, out [rows, cols]   fp32, row after row, device memory; out does not overlap in
//   The function launches its kernel on the default stream, and need not wait for it.
void step_2d(const float* in, float* out, int rows, int cols);

// The grader calls all programs in one way. Of the matrices of a product, in is b, and out is c.
GEMMLAB_EXPORT void matmul(const float*, const float* in, float* out, int, int cols, int rows) {
  step_2d(in, out, rows, cols);
}

}  // extern "C"
