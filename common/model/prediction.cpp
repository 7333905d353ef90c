#include "common/model/prediction.h"

#include "common/model/kernels.h"

namespace gemmlab::model {

std::optional<Prediction> predict(std::string_view lab, const std::array<std::int64_t, 3>& shape,
                                  const Device* device) {
  const Kernel* kernel = textbook_kernel(lab);
  if (!kernel) {
    return std::nullopt;
  }
  const auto [m, n, k] = shape;
  Prediction result;
  result.shape = shape;
  result.grid = grid(*kernel, m, n);
  result.block = {kernel->block_x, kernel->block_y};
  result.shared_bytes = shared_bytes(*kernel);
  result.bytes_per_flop = bytes_per_flop(*kernel, m, n, k);
  result.shared_loads_per_fma = shared_loads_per_fma(*kernel);
  if (const Bounds found = device ? bounds(*kernel, *device) : Bounds(); found.at_most > 0) {
    result.gpu = device->name;
    result.at_most_flops = found.at_most;
    result.binding = found.binding;
  }
  return result;
}

}  // namespace gemmlab::model
