// How the lanes of one warp are spread over a variable: the pattern in an example's byte offsets.
#pragma once

#include <cstdint>

#include "common/facts/counts.h"

namespace gemmlab {

struct LanePattern {
  enum class Kind {
    unknown,      // the example has too little information
    one_element,  // all lanes access the same one
    neighbours,   // adjacent, in one row or past its end
    row_pieces,   // several rows, with the same adjacent columns in each
    strided,      // several rows, with the same columns in each, `stride` apart
    column,       // one element in each of several rows, in the same column
    irregular,
  };
  Kind kind = Kind::unknown;
  unsigned lanes = 0;          // active
  unsigned distinct = 0;       // elements, or groups that a lane accesses at once
  unsigned each = 0;           // lanes per element or group; 0: not the same everywhere
  unsigned rows = 0;           // number of rows touched; 0: the variable may have no rows
  unsigned run = 0;            // adjacent elements per row, if the same everywhere
  std::int64_t stride = 0;     // in elements, to the next one in the row
  bool down_rows = false;      // most lanes are in a different row than the lane before them
  bool on_sector_edge = true;  // every run starts at a multiple of 32 bytes
};

// Never fails: senseless input is unknown or irregular.
LanePattern pattern_of(const AccessPlace& place);

// The variable's size, or 0 if unknown.
std::int64_t bytes_of_variable(const WarpExample& example);

}  // namespace gemmlab
