#include "common/simt/api/api_call.h"

namespace simt {

cudaError_t ApiCall::fail(cudaError_t error, std::string cause) const {
  return report_error(error, name_, std::move(cause),
                      machine().sources.site_of(access_code(from_, 0)));
}

cudaError_t ApiCall::sticky() const {
  const cudaError_t error = machine().errors.sticky();
  return error == cudaSuccess ? error : fail(error, "left over from an earlier launch");
}

}  // namespace simt
