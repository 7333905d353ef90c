#include "common/simt/api/api_call.h"

#include <utility>

namespace simt {

cudaError_t ApiCall::fail(cudaError_t error, ApiCause cause) const {
  ApiError failed;
  failed.call = name_;
  failed.cause = std::move(cause);
  failed.at = machine.sources.site_of(code);
  failed.at.what = "call";
  return machine.fail(error, std::move(failed));
}

cudaError_t ApiCall::sticky() const {
  const cudaError_t error = machine.errors.sticky();
  return error == cudaSuccess ? error : fail(error, Misuse::device_is_broken);
}

}  // namespace simt
