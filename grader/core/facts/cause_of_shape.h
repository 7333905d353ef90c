// Causes that are known by which shapes are right.
#pragma once

#include <optional>
#include <vector>

#include "grader/core/facts/cause_parts.h"

namespace gemmlab {

// What distinguishes the shapes with right results from the others.
struct RightOnlyForSquares {
  static constexpr Code kLook[] = {Code::loads};
  std::vector<Extent> equal = {};  // the equal extents of the shapes that are right
  bool is_launched_flat = false;   // each thread has a single index into all of C
};
GEMMLAB_JSON(RightOnlyForSquares, equal, is_launched_flat)

struct RightOnlyForMultiples {
  static constexpr Code kLookFirst[] = {Code::long_steps};
  static constexpr Code kLook[] = {Code::loads, Code::stores};
  std::vector<Extent> extents = {};
  int tile = 0;
};
GEMMLAB_JSON(RightOnlyForMultiples, extents, tile)

struct RightOnlyInOnePhase : OfK {  // for k up to this
  static constexpr bool kIsOfKernel = true;
  static constexpr Code kLook[] = {Code::loops_of_products};
};

struct RightOnlyInOneBlock {
  static constexpr bool kIsOfKernel = true;
  static constexpr Code kLook[] = {Code::extents, Code::stores};
  std::optional<Region> region = {};  // the wrong part of one C; none: whole shapes are wrong
  int largest = 0;                    // the largest m and n that are right
};
GEMMLAB_JSON(RightOnlyInOneBlock, region, largest)

}  // namespace gemmlab
