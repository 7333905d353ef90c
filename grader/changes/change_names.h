// Another variable, axis or number at a place; two variables exchanged; one renamed in a block.
#pragma once

#include "grader/changes/change_writer.h"

namespace gemmlab {

// A pass over all tokens.
void change_names(ChangeWriter& writer);

}  // namespace gemmlab
