// The sentences for what a run showed: findings, failed CUDA calls, and runs that did not end.
#pragma once

#include <string>

#include "common/facts/run_report.h"

namespace gemmlab {

// One or two sentences, with thread, block and element.
std::string sentence(const Finding& finding);
// A refused launch or a failed call.
std::string sentence(const ApiError& error);
// With the likely cause.
std::string sentence(const OutOfTime& stop);

}  // namespace gemmlab
