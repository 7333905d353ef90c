// Slips in one expression: parentheses at the wrong place, a sign too many, both sides exchanged,
// another component of a vector, another variable that is counted up.
#pragma once

#include "grader/changes/change_writer.h"

namespace gemmlab {

// A pass over all tokens.
void change_slips(ChangeWriter& writer);

}  // namespace gemmlab
