// Causes that are known by which threads and blocks stored which elements: see StoreMap.
#pragma once

#include <optional>
#include <vector>

#include "grader/core/facts/cause_parts.h"

namespace gemmlab {

// Neighbouring blocks, in x or in y, compute parts of C that overlap, or that leave a gap.
struct BlocksApart {
  static constexpr bool kIsMeasured = true;
  Axis axis = Axis::row;
  bool in_y = false;
  int apart = 0, wide = 0;      // rows or columns; 0: all others are outside of C
  int blocks = 0, storing = 0;  // of the launch; those of them that store anything
  int outputs = 0;              // that a thread stores, if they may be what leaves the gap
  bool fits_grid = false;       // the grid has as many blocks as are needed so far apart
  bool leaves_out = false;      // outputs leave the gap: the grid fits, and a thread has several
  std::vector<Code> before() const {
    return leaves_out ? std::vector{Code::loops_of_stores, Code::stored}
                      : std::vector{in_y ? Code::origins_y : Code::origins_x};
  }
};
GEMMLAB_JSON(BlocksApart, axis, in_y, apart, wide, blocks, storing, outputs, fits_grid, leaves_out)

// Neighbouring blocks are as many elements of C apart as they should be rows.
struct OriginInElements {
  static constexpr bool kIsMeasured = true;
  bool in_y = false;
  int apart = 0;
  std::vector<Code> before() const { return {Code::stored}; }
};
GEMMLAB_JSON(OriginInElements, in_y, apart)

// Neighbouring threads are as far apart as blocks should be, and the reverse.
struct RolesExchanged {
  static constexpr bool kIsMeasured = true;
  Axis axis = Axis::row;
  bool in_y = false;
  int threads = 0, blocks = 0;  // apart
  std::vector<Code> before() const { return {in_y ? Code::origins_y : Code::origins_x}; }
};
GEMMLAB_JSON(RolesExchanged, axis, in_y, threads, blocks)

// Neighbouring threads leave a gap, which nothing fills.
struct ThreadsApart {
  static constexpr bool kIsMeasured = true;
  Axis axis = Axis::row;
  bool in_y = false;
  int apart = 0;
  std::vector<Code> before() const { return {in_y ? Code::origins_y : Code::origins_x}; }
};
GEMMLAB_JSON(ThreadsApart, axis, in_y, apart)

// Blocks in one row, each of which stores a part of C, and too few of them for all of it.
struct TooFewBlocks {
  static constexpr bool kIsMeasured = true;
  int blocks = 0, needed = 0;
  int elements = 0;        // of a block
  int rows = 0, cols = 0;  // the same; 0: not such a part of C
  std::vector<Code> before() const { return {Code::extents}; }
};
GEMMLAB_JSON(TooFewBlocks, blocks, needed, elements, rows, cols)

}  // namespace gemmlab
