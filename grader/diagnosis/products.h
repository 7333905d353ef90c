// Hypotheses about which of the k products each sum contains, and how often.
#pragma once

namespace gemmlab {

class Explanations;

// Adds the explanations that agree with the run.
void explain_by_products(Explanations& found);  // which products are added

}  // namespace gemmlab
