// The contract between a lab and the grader: a lab file defines matmul, and lab 02 also
// matmul_host.
#pragma once

#ifdef __CUDACC__
#include <cuda_runtime.h>
#endif

// In a skeleton some parameters and variables stay unused until its gaps are filled.
#pragma GCC diagnostic ignored "-Wunused-parameter"
#pragma GCC diagnostic ignored "-Wunused-variable"

#define GEMMLAB_EXPORT __attribute__((visibility("default")))

// Of A, B and C. A lab's are floats; a study defines another type before it includes this file.
#ifndef GEMMLAB_ELEMENT
#define GEMMLAB_ELEMENT float
#endif
// Of C, where it has more bits than A and B.
#ifndef GEMMLAB_SUM
#define GEMMLAB_SUM GEMMLAB_ELEMENT
#endif

extern "C" {

// C = A * B.
//   a [m, k], b [k, n], c [m, n]   fp32, row-major, packed; c overlaps neither a nor b; each has
//   fewer than 2^31 elements, so an int can index it; m at most a million, because a grid has at
//   most 65,535 blocks in y, and blocks of 16 rows are usual
//   lab 01: host memory; labs 02 and later: device memory. The function launches its kernels on
//   the default stream and need not wait for them. The caller checks for launch errors.
GEMMLAB_EXPORT void matmul(const GEMMLAB_ELEMENT* a, const GEMMLAB_ELEMENT* b, GEMMLAB_SUM* c,
                           int m, int n, int k);

#ifdef __CUDACC__
// The same product for matrices in host memory: allocate, copy, launch, check, copy back, free.
//   returns the launch error if there is one, else cudaSuccess
GEMMLAB_EXPORT cudaError_t matmul_host(const float* a, const float* b, float* c, int m, int n,
                                       int k);
#endif

}  // extern "C"
