// The error state of CUDA's runtime: what cudaGetLastError knows, and errors that stick.
#pragma once

#include "common/simt/device_limits.h"
#include "common/simt/shim/cuda_types.h"

namespace simt {

const char* error_name(cudaError_t error);
const char* error_text(cudaError_t error);

class CudaErrors {
 public:
  // Remembers an error for cudaGetLastError. Returns it.
  cudaError_t set(cudaError_t error);
  // From now on every call returns it, until reset.
  void stick(cudaError_t error);

  cudaError_t sticky() const { return sticky_; }
  cudaError_t peek() const { return sticky_ != cudaSuccess ? sticky_ : last_; }
  cudaError_t take();
  void reset() { last_ = sticky_ = cudaSuccess; }

  // The largest dynamic shared memory that cudaFuncSetAttribute has allowed a kernel.
  std::size_t allowed_dynamic_bytes = kUsualSharedBytes;

 private:
  cudaError_t last_ = cudaSuccess;
  cudaError_t sticky_ = cudaSuccess;
};

}  // namespace simt
