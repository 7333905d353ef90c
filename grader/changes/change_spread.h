// Which outputs and elements a thread has.
#pragma once

#include "grader/changes/change_writer.h"

namespace gemmlab {

void change_spread(ChangeWriter& writer);

}  // namespace gemmlab
