// Hypotheses about the numbers themselves: reduced precision, or a single constant.
#pragma once

namespace gemmlab {

class Explanations;

// Adds the explanations that agree with the run.
void explain_by_rounding(Explanations& found);  // precision and constant values

}  // namespace gemmlab
