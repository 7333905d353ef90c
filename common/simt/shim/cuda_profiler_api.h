// The profiler's switches: nothing is profiled here.
#pragma once

#include "cuda_types.h"

inline cudaError_t cudaProfilerStart() {
  return cudaSuccess;
}
inline cudaError_t cudaProfilerStop() {
  return cudaSuccess;
}
