// Changes to what a place in a tile is made of: other stages, other axes of the grid, subscripts
// and arguments in each other's places, members of another tile.
#pragma once

#include "grader/changes/change_writer.h"

namespace gemmlab {

void change_places(ChangeWriter& writer);
// Terms of indices and of arguments, each left out.
void leave_out_terms_of_places(ChangeWriter& writer);

}  // namespace gemmlab
