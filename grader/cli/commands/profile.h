// grade --profile: the GPU's own counters of a student's kernel and of the textbook's.
#pragma once

#include <string>

#include "grader/cli/context.h"
#include "grader/core/result.h"

namespace gemmlab {

// A table, or one sentence that says why there is none and what to do. Ends with a newline. Runs
// both kernels under Nsight Compute, which takes some seconds. `progress` gets what is done.
std::string profile_of(const Context& context, const LabResult& lab, ProgressLine& progress);

}  // namespace gemmlab
