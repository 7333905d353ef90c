// Comparisons with one more or less; conditions joined otherwise, left out, or taken from another
// place.
#pragma once

#include "grader/changes/change_writer.h"

namespace gemmlab {

// A pass over all tokens.
void change_conditions(ChangeWriter& writer);

}  // namespace gemmlab
