// Launches and their extents, allocations and copies.
#pragma once

#include "grader/changes/change_writer.h"

namespace gemmlab {

// A pass over all tokens.
void change_calls(ChangeWriter& writer);

}  // namespace gemmlab
