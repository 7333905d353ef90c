// Guards of a matrix element, asked for by its own index.
#pragma once

#include "grader/changes/change_writer.h"

namespace gemmlab {

void change_guards(ChangeWriter& writer);

}  // namespace gemmlab
