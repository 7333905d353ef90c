// Changes to what places in tiles are multiplied and divided by: quads and single elements, rows
// with and without their pad.
#pragma once

#include "grader/changes/change_writer.h"

namespace gemmlab {

void change_factors(ChangeWriter& writer);
// Terms with a factor that they lack, of which there are many.
void put_in_factors(ChangeWriter& writer);

}  // namespace gemmlab
