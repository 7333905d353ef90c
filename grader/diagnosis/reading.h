// Hypotheses about which elements of A and B a program multiplies, and that C holds correct
// elements at wrong places.
#pragma once

namespace gemmlab {

class Explanations;

// Each adds the explanations of one kind that agree with the run.
void explain_by_reading(Explanations& found);  // where operands were read
void explain_by_place(Explanations& found);    // elements at wrong places

}  // namespace gemmlab
