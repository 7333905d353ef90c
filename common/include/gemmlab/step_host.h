// The contract between a step of lab 00 about the host side and the grader: the file defines
// step_host.
#pragma once

#include <gemmlab/matmul.h>

extern "C" {

// out, from in: the step says what it is.
//   in [n], out [n]   fp32, host memory; out does not overlap in
//   returns the error of the launch if there is one, else cudaSuccess
cudaError_t step_host(const float* in, float* out, int n);

// The grader calls all programs in one way. Of the matrices of a product, in is b, and out is c.
GEMMLAB_EXPORT cudaError_t matmul_host(const float*, const float* in, float* out, int, int n,
                                       int k) {
  return step_host(in, out, k * n);
}

}  // extern "C"
