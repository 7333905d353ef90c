// Causes that are known by which products the sums contain. A phase is one iteration of the loop
// over the tiles of k.
#pragma once

#include <optional>
#include <vector>

#include "grader/core/facts/cause_parts.h"

namespace gemmlab {

struct KTailMissing : UpTo {  // the last, partial phase
  static constexpr Code kLook[] = {Code::loops_of_products};
};

struct LastPhaseMissing : UpTo {
  static constexpr bool kIsOfKernel = true;
  static constexpr Code kLook[] = {Code::loops_of_products};
};

struct FirstPhaseOnly : UpTo {
  static constexpr bool kIsOfKernel = true;
  static constexpr Code kLook[] = {Code::loops_of_products};
};

struct SumStopsEarly : UpTo {
  static constexpr Code kLook[] = {Code::loops_of_products};
};

struct KTakenForOtherExtent {
  static constexpr Code kLook[] = {Code::loops_of_products};
  int end = 0, k = 0;
  Extent extent = Extent::n;
  int value = 0;  // the value of that extent
};
GEMMLAB_JSON(KTakenForOtherExtent, end, k, extent, value)

struct LastProductMissing : OfK {  // k = 1: nothing is added
  static constexpr Code kLook[] = {Code::loops_of_products};
};

struct FirstProductMissing : OfK {  // the same
  static constexpr Code kLook[] = {Code::loops_of_products};
};

struct FirstProductOnly {
  static constexpr Code kLook[] = {Code::loops_of_products};
};

struct LastProductOnly {
  static constexpr Code kLook[] = {Code::loops_of_products};
};

struct LastPhaseOnly {
  static constexpr bool kIsOfKernel = true;
  static constexpr Code kLook[] = {Code::loops_of_products};
  int first = 0;
};
GEMMLAB_JSON(LastPhaseOnly, first)

struct FirstPhaseMissing : OfTile {
  static constexpr bool kIsOfKernel = true;
  static constexpr Code kLook[] = {Code::loops_of_products};
};

struct PhaseRepeated : OfTile {
  static constexpr bool kIsOfKernel = true;
  static constexpr Code kLook[] = {Code::loops_of_products};
};

struct PhasesOverlap : OfTile {  // the next phase starts one element further, not one tile
  static constexpr bool kIsOfKernel = true;
  static constexpr Code kLook[] = {Code::loops_of_products, Code::loads};
};

struct PartOfEachPhase {
  static constexpr bool kIsOfKernel = true;
  static constexpr Code kLook[] = {Code::loops_of_products};
  int tile = 0, part = 0;
  bool is_missing = false;  // the first `part` products are missing; else only they are present
};
GEMMLAB_JSON(PartOfEachPhase, tile, part, is_missing)

struct EveryOtherProduct {
  static constexpr Code kLook[] = {Code::loops_of_products};
  int stride = 0, first = 0;
};
GEMMLAB_JSON(EveryOtherProduct, stride, first)

struct ClampedPastK {  // the last product is added again in place of 0
  static constexpr Code kLook[] = {Code::loads, Code::loops_of_products};
  int k = 0, times = 0;
};
GEMMLAB_JSON(ClampedPastK, k, times)

struct WrappedPastK : OfTile {  // the first products are added again in place of 0
  static constexpr bool kIsOfTiles = true;
  static constexpr Code kLook[] = {Code::loads, Code::loops_of_products};
};

struct TileNotZeroFilled : OfK {  // beyond k the tile keeps its old contents
  static constexpr bool kIsOfTiles = true;
  static constexpr Code kLook[] = {Code::loads, Code::loops_of_products};
};

}  // namespace gemmlab
