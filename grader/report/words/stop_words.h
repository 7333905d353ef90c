// What is said of a run that was stopped.
#pragma once

#include <string>

#include "common/facts/run_report.h"

namespace gemmlab {

// With the likely cause.
std::string sentence(const OutOfTime& stop);

}  // namespace gemmlab
