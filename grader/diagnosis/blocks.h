// Hypotheses about which threads and blocks store what, from what a run has shown of that.
#pragma once

#include "grader/diagnosis/explanations.h"

namespace gemmlab {

void explain_by_blocks(Explanations& found);

}  // namespace gemmlab
