// Macros whose parameters have no parentheses around them.
#pragma once

#include "grader/changes/change_writer.h"

namespace gemmlab {

// A pass over all tokens.
void change_macros(ChangeWriter& writer);

}  // namespace gemmlab
