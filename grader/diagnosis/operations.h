// Hypotheses about what is done with the elements of A and B.
#pragma once

#include "grader/diagnosis/explanations.h"

namespace gemmlab {

void explain_by_operation(Explanations& found);

// Where C also holds infinity or NaN: a division by 0 stores such.
void explain_by_division(Explanations& found);

// Elements of the tiles that a thread uses: only its own, or of one tile for both.
void explain_by_tiles(Explanations& found);

}  // namespace gemmlab
