// What several shapes together say, where one alone leaves it open.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "grader/diagnosis/diagnosis.h"

namespace gemmlab {

struct ShapeOutcome {
  Shape shape;
  bool is_right = false;
  std::vector<Explanation> explanations = {};  // of a wrong one, as from diagnose
  std::vector<LaunchShape> launches = {};      // none: not known
};

// For each outcome the explanation to name: that which most of the wrong shapes share. Where it is
// none of its own, that of the shape which shows it, with that shape's name, if twice as many agree
// with it as with its own; else the first of its own that is certain.
std::vector<std::optional<Explanation>> settled(const std::vector<ShapeOutcome>& outcomes);

// What tells the right shapes from the wrong ones: right only for squares, for multiples of a tile,
// where k is one tile, where C is one block. Nothing with fewer than two of either.
std::optional<Explanation> right_only(const std::vector<ShapeOutcome>& outcomes);

}  // namespace gemmlab
