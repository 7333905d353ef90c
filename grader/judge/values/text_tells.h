// What the text of a lab file adds to what a run has shown.
#pragma once

#include <string>

#include "common/facts/counts.h"
#include "grader/core/facts/check.h"

namespace gemmlab {

// A race across a loop's rounds, or past a barrier that did not run, is told as one; an index, a
// factor or a pointer by its name. `counts`: of the run.
void tell_by_text(Failure& failure, const RunCounts& counts, const std::string& text);

}  // namespace gemmlab
