// A GPU that the driver describes, as common/model sees it.
#pragma once

#include <optional>

#include "common/model/devices.h"
#include "grader/core/gpu.h"

namespace gemmlab {

// The driver's own numbers, and what it does not state from the model's tables. Empty if the tables
// know nothing like this architecture.
std::optional<model::Device> modelled(const Gpu& gpu);

}  // namespace gemmlab
