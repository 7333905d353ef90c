#include "grader/cli/own_device.h"

#include "grader/core/gpu_model.h"

namespace gemmlab {

std::optional<model::Device> own_device(const Context& context) {
  for (const Gpu& gpu : context.gpu().survey.gpus) {
    if (const auto device = modelled(gpu)) {
      return device;
    }
  }
  return std::nullopt;
}

const model::Device& example_device() {
  return model::device("h200");
}

}  // namespace gemmlab
