// Where a loop ends, and its steps.
#pragma once

#include "grader/changes/change_writer.h"

namespace gemmlab {

void change_loops(ChangeWriter& writer);

}  // namespace gemmlab
