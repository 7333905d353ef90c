// How the lanes of one warp lie in a variable: what an example's byte offsets look like to a
// person.
#pragma once

#include <cstdint>

#include "grader/core/metrics.h"

namespace gemmlab {

struct LanePattern {
  enum class Kind {
    unknown,      // the example does not say enough
    one_element,  // all lanes the same
    neighbours,   // side by side, in one row or over its end
    row_pieces,   // in each of some rows the same columns, side by side
    strided,      // in each of some rows the same columns, `stride` apart
    column,       // one element in each of some rows, in the same column
    irregular,
  };
  Kind kind = Kind::unknown;
  unsigned lanes = 0;          // active
  unsigned distinct = 0;       // elements, or what a lane takes at once
  unsigned each = 0;           // lanes to each of those; 0: not the same number everywhere
  unsigned rows = 0;           // that are touched; 0: the variable is not known to have rows
  unsigned run = 0;            // side by side in a row, where that is the same everywhere
  std::int64_t stride = 0;     // in elements, from one to the next in a row
  bool down_rows = false;      // most lanes are in another row than their neighbour before them
  bool on_sector_edge = true;  // every run begins on a multiple of 32 bytes
};

// Never fails: what makes no sense is unknown or irregular.
LanePattern pattern_of(const AccessPlace& place);

// The variable's size, or 0 if it is not known.
std::int64_t bytes_of_variable(const WarpExample& example);

}  // namespace gemmlab
