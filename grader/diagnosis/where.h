// Hypotheses based on where in C nothing was stored or elements are wrong, whatever they hold.
#pragma once

namespace gemmlab {

class Explanations;

// Each adds the explanations of one kind that agree with the run.
void explain_unwritten(Explanations& found);  // what was never stored
void explain_by_region(Explanations& found);  // which part of C is wrong

}  // namespace gemmlab
