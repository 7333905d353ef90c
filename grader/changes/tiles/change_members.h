// Changes of an element of one tile, stage or fragment to that of another one.
#pragma once

#include "grader/changes/change_writer.h"

namespace gemmlab {

void change_members(ChangeWriter& writer);

}  // namespace gemmlab
