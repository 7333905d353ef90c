#include "common/simt/api/cuda_errors.h"

namespace simt {
namespace {

struct ErrorWords {
  cudaError_t error;
  const char* name;
  const char* text;  // as cudaGetErrorString gives it
};

#define SIMT_ERROR_WORDS(name, number, text) {name, #name, text},
constexpr ErrorWords kWords[] = {SIMT_CUDA_ERRORS(SIMT_ERROR_WORDS)};
#undef SIMT_ERROR_WORDS

const ErrorWords* find(cudaError_t error) {
  for (const ErrorWords& words : kWords) {
    if (words.error == error) {
      return &words;
    }
  }
  return nullptr;
}

}  // namespace

const char* error_name(cudaError_t error) {
  const ErrorWords* words = find(error);
  return words != nullptr ? words->name : "unrecognized error code";
}

const char* error_text(cudaError_t error) {
  const ErrorWords* words = find(error);
  return words != nullptr ? words->text : "unrecognized error code";
}

cudaError_t CudaErrors::set(cudaError_t error) {
  if (error != cudaSuccess) {
    last_ = error;
  }
  return error;
}

void CudaErrors::stick(cudaError_t error) {
  if (sticky_ == cudaSuccess) {
    sticky_ = error;
  }
}

cudaError_t CudaErrors::take() {
  const cudaError_t error = peek();
  last_ = cudaSuccess;
  return error;
}

}  // namespace simt
