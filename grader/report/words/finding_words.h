// Sentences about what a run showed.
#pragma once

#include <string>

#include "common/facts/finding.h"
#include "common/facts/run_report.h"

namespace gemmlab {

// What a run showed: one or two sentences, with thread, block and element.
std::string sentence(const Finding& finding);
// What a finding guesses from the text is left out where more is known.
Finding without_guesses(Finding finding, bool has_tell, bool has_cause);
// A refused launch or a failed call.
std::string sentence(const ApiError& error);

}  // namespace gemmlab
