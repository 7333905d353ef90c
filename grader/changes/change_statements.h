// Assignments and sums; variables that are not set, set too often, not shared, or hide others.
#pragma once

#include "grader/changes/change_writer.h"

namespace gemmlab {

// A pass over all tokens.
void change_statements(ChangeWriter& writer);

}  // namespace gemmlab
