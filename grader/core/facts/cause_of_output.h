// Causes of kernels whose threads have several outputs.
#pragma once

#include <optional>
#include <string_view>
#include <variant>
#include <vector>

#include "grader/core/facts/cause_parts.h"

namespace gemmlab {

// Each thread has several outputs, computed in one order and stored in another: ...
struct OutputsSpread {  // adjacent in one, apart in the other
  static constexpr std::string_view kName = "spread";
  int place = 0, tile = 0, origin = 0;  // a place in a tile, and the place whose value it holds
};
GEMMLAB_JSON(OutputsSpread, place, tile, origin)

struct OutputsTurned : OfOutputs {  // i and j of a thread's sums are swapped
  static constexpr std::string_view kName = "turned";
};

struct OutputsCounted {  // a thread sums and stores different numbers of outputs
  static constexpr std::string_view kName = "counted";
  Axis axis = Axis::row;
  int stored = 0, summed = 0;
  int tile = 0;  // 0: the stored outputs do not fill C
};
GEMMLAB_JSON(OutputsCounted, axis, stored, summed, tile)

struct MovedLine {
  int at = 0, origin = 0;
};
GEMMLAB_JSON(MovedLine, at, origin)

struct LinesMoved {
  static constexpr std::string_view kName = "moved";
  Axis axis = Axis::row;
  std::vector<MovedLine> examples = {};
};
GEMMLAB_JSON(LinesMoved, axis, examples)

struct OutputsMixedUp {
  static constexpr bool kIsOfKernel = true;
  static constexpr Code kLook[] = {Code::operations, Code::stores, Code::products};
  std::variant<OutputsSpread, OutputsTurned, OutputsCounted, LinesMoved> how;
};
GEMMLAB_JSON(OutputsMixedUp, how)

struct OutputsAlike {  // all outputs of a thread hold the value of one of them
  static constexpr bool kIsOfKernel = true;
  static constexpr Code kLook[] = {Code::products, Code::stores};
  int outputs = 0;
  Axis axis = Axis::row;  // the axis along which they should differ
  bool is_adjacent = false, is_first = false;
};
GEMMLAB_JSON(OutputsAlike, outputs, axis, is_adjacent, is_first)

}  // namespace gemmlab
