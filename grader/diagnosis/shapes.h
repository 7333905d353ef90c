// What several shapes together say, where one alone leaves it open.
#pragma once

#include <optional>
#include <vector>

#include "grader/core/metrics.h"
#include "grader/diagnosis/explanation.h"

namespace gemmlab {

struct ShapeOutcome {
  Shape shape;
  bool is_right = false;
  std::vector<Explanation> explanations = {};  // of a wrong one, as from diagnose
  std::vector<LaunchShape> launches = {};      // none: not known
};

struct Settled {
  Cause cause;
  std::optional<Shape> shown_at;  // the shape that shows it, if that is another one
};

// For each outcome the cause to name: that which most of the wrong shapes share. Where it is none
// of its own, that of the shape which shows it, if twice as many agree with it as with its own;
// else the first of its own that is certain.
std::vector<std::optional<Settled>> settled(const std::vector<ShapeOutcome>& outcomes);

// What tells the right shapes from the wrong ones: right only for squares, for multiples of a tile,
// where k is one tile, where C is one block. Nothing with fewer than two of either.
std::optional<Cause> right_only(const std::vector<ShapeOutcome>& outcomes);

}  // namespace gemmlab
