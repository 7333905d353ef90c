// Sentences about what a run showed.
#pragma once

#include <string>

#include "common/facts/finding.h"
#include "common/facts/run_report.h"

namespace gemmlab {

// What a run showed: one or two sentences, with thread, block and element.
std::string sentence(const Finding& finding);
// A refused launch or a failed call.
std::string sentence(const ApiError& error);

}  // namespace gemmlab
