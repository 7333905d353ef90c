// The error state of CUDA's runtime: the value of cudaGetLastError, and permanent errors.
#pragma once

#include "common/simt/shim/cuda_types.h"

namespace simt {

class CudaErrors {
 public:
  // Stores an error for cudaGetLastError and returns it.
  cudaError_t set(cudaError_t error) {
    last_ = error != cudaSuccess ? error : last_;
    return error;
  }
  // From now on every call returns it, until reset.
  void stick(cudaError_t error) { sticky_ = sticky_ == cudaSuccess ? error : sticky_; }

  cudaError_t sticky() const { return sticky_; }
  cudaError_t peek() const { return sticky_ != cudaSuccess ? sticky_ : last_; }
  cudaError_t take() {
    const cudaError_t error = peek();
    last_ = cudaSuccess;
    return error;
  }
  void reset() { last_ = sticky_ = cudaSuccess; }

 private:
  cudaError_t last_ = cudaSuccess;
  cudaError_t sticky_ = cudaSuccess;
};

}  // namespace simt
