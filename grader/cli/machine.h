// What this machine is, as far as grading cares.
#pragma once

#include <optional>
#include <string>

#include "common/model/devices.h"
#include "grader/cli/context.h"

namespace gemmlab {

// "AMD EPYC 7B13", or the architecture if the kernel does not say.
std::string processor_name();

// Cores that this process may use.
int usable_cores();

// Its GPU as the model sees it: the first that the model knows enough of, whether or not it can be
// graded on; empty if none.
std::optional<model::Device> own_device(const Context& context);

// What stands in for it where there is none.
const model::Device& example_device();

}  // namespace gemmlab
