// This machine's GPU as the model sees it.
#pragma once

#include <optional>

#include "common/model/devices.h"
#include "grader/cli/context.h"

namespace gemmlab {

// The first that the model knows enough of, whether or not it can be graded on; empty if none.
std::optional<model::Device> own_device(const Context& context);

// What stands in for it where there is none.
const model::Device& example_device();

}  // namespace gemmlab
