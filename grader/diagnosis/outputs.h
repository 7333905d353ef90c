// Hypotheses about threads that compute several elements of C: the rows and columns of a tile are
// distributed among threads in one way for the sums and in another way for the stores.
#pragma once

namespace gemmlab {

class Explanations;

// Each adds the explanations of one kind that agree with the run.
void explain_by_layout(Explanations& found);   // layout of a thread's outputs
void explain_by_outputs(Explanations& found);  // outputs of one thread

}  // namespace gemmlab
