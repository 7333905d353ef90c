// Causes that are known by where C is wrong: never written, or wrong while the rest is right.
#pragma once

#include <optional>
#include <vector>

#include "grader/core/facts/cause_parts.h"

namespace gemmlab {

// What was never written: `region`, or without one all of a small C.
struct NotWritten {
  static constexpr bool kSaysOnlyWhere = true;
  static constexpr Code kLook[] = {Code::stores};
};

struct PartNotWritten {  // C is written only up to some row or column
  static constexpr bool kSaysOnlyWhere = true;
  static constexpr Code kLook[] = {Code::stores};
  std::optional<Region> region = {};
  bool between_blocks = false;  // of threads
};
GEMMLAB_JSON(PartNotWritten, region, between_blocks)

struct PartialTilesNotStored {  // although there are blocks for them
  static constexpr bool kIsOfKernel = true;
  static constexpr Code kLook[] = {Code::stores};
  std::optional<Region> region = {};
};
GEMMLAB_JSON(PartialTilesNotStored, region)

struct GridRoundedDown : OfGrid {  // partial tiles get no block
  static constexpr bool kIsOfKernel = true;
  static constexpr Code kLook[] = {Code::extents};
};

struct GridTooSmall : OfGrid {
  static constexpr bool kIsOfKernel = true;
  static constexpr Code kLook[] = {Code::extents};
};

struct BlockIsFlat : OfGrid {  // the grid is right for blocks as high as they are wide
  static constexpr bool kIsOfKernel = true;
  static constexpr Code kLookFirst[] = {Code::block};
  static constexpr Code kLook[] = {Code::extents};
};

struct GridSwapped {  // the block counts in x and y are exchanged
  static constexpr bool kIsOfKernel = true;
  static constexpr Code kLook[] = {Code::extents, Code::stores};
  Region region = {};
  bool in_kernel = false;  // the grid is right, but the kernel reads it the wrong way round
};
GEMMLAB_JSON(GridSwapped, region, in_kernel)

struct FirstBlockOnly : OfRegion {
  static constexpr bool kIsOfKernel = true;
  static constexpr Code kLook[] = {Code::extents};
};

struct OutputsNotStored {  // every thread omits the same outputs
  static constexpr bool kIsOfKernel = true;
  static constexpr Code kLook[] = {Code::stores};
  std::optional<Region> region = {};
  int outputs = 0, apart = 0;  // per thread, under one guard; 0: no such sign
  Axis axis = Axis::row;
};
GEMMLAB_JSON(OutputsNotStored, region, outputs, apart, axis)

// What is wrong while the rest is right.
struct LastTileWrong {
  static constexpr bool kIsOfKernel = true;
  static constexpr bool kSaysOnlyWhere = true;
  static constexpr Code kLook[] = {Code::loads, Code::stores};
  std::optional<Region> region = {};  // none: C is smaller than a tile, and 0 was stored
  bool rows = false, cols = false;    // the last row or column of tiles
};
GEMMLAB_JSON(LastTileWrong, region, rows, cols)

struct PartWrong {  // all from some row or column on
  static constexpr bool kSaysOnlyWhere = true;
  static constexpr Code kLook[] = {Code::loads, Code::stores};
  Region region = {};
  std::optional<Extent> extent = {};  // the extent where it begins
  int value = 0;                      // the value of that extent
};
GEMMLAB_JSON(PartWrong, region, extent, value)

struct SomeOutputsWrong : OfRegion {  // the same ones in every thread
  static constexpr bool kIsOfKernel = true;
  static constexpr bool kSaysOnlyWhere = true;
  static constexpr Code kLook[] = {Code::products, Code::stores};
};

}  // namespace gemmlab
