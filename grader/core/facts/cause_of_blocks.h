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
  int apart = 0, wide = 0;  // rows or columns
  std::vector<Code> before() const { return {in_y ? Code::origins_y : Code::origins_x}; }
};
GEMMLAB_JSON(BlocksApart, axis, in_y, apart, wide)

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

// All blocks stored as much as one can, and all of it together is less than C.
struct TooFewBlocks {
  static constexpr bool kIsMeasured = true;
  int blocks = 0, elements = 0, needed = 0;
  std::vector<Code> before() const { return {Code::extents}; }
};
GEMMLAB_JSON(TooFewBlocks, blocks, elements, needed)

}  // namespace gemmlab
