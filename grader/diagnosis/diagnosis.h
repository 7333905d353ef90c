// Deduces from the wrong values of a run what most likely made them wrong.
#pragma once

#include "grader/core/compare.h"
#include "grader/core/facts/cause.h"
#include "grader/core/metrics.h"

namespace gemmlab {

// One run whose C [m, n] is wrong.
struct WrongRun {
  const Shape& shape;
  InputKind kind;
  const Operands& operands;
  const Expected& expected;
  const float* c;
  const Comparison& comparison;
  std::vector<LaunchShape> launches = {};  // none: unknown
  bool whole_numbers_were_right = false;   // at this shape
};

// One cause that agrees with a run's wrong values.
struct Explanation {
  Cause cause;
  bool is_certain = true;      // false: few elements support it; report only if others agree
  int tile = 0;                // the tile width it assumes; 0: none
  bool may_be_chance = false;  // report only if it also explains a second shape
};

// What explains the run, most plausible first, each cause once per tile width; empty if no known
// cause does. An explanation agrees with every wrong and every right element that was examined.
std::vector<Explanation> diagnose(const WrongRun& run);

// Whether both name the same bug, at one shape or at two.
inline bool is_same(const Explanation& one, const Explanation& other) {
  return one.cause.index() == other.cause.index() && one.tile == other.tile;
}

// The explanation that names the same bug; null if there is none.
inline const Explanation* find(const std::vector<Explanation>& all, const Explanation& wanted) {
  const auto found =
      std::ranges::find_if(all, [&](const Explanation& each) { return is_same(each, wanted); });
  return found == all.end() ? nullptr : &*found;
}

// Several shapes together, if one alone is ambiguous.
struct ShapeOutcome {
  Shape shape;
  bool is_right = false;
  std::vector<Explanation> explanations = {};  // for a wrong one, from diagnose
  std::vector<LaunchShape> launches = {};      // none: unknown
};

struct Settled {
  Cause cause;
  std::optional<Shape> shown_at;  // the shape that shows it, if it is another one
};

// The cause to name for each outcome: the one shared by most of the wrong shapes. If it is not
// among the outcome's own, then the cause of the shape that shows it, if twice as many shapes agree
// with it as with the outcome's own cause; else the first certain cause of its own.
std::vector<std::optional<Settled>> settled(const std::vector<ShapeOutcome>& outcomes);

// What distinguishes the right shapes from the wrong ones: right only for squares, for multiples of
// a tile, if k is one tile, if C is one block. Nothing with fewer than two of either.
std::optional<Cause> right_only(const std::vector<ShapeOutcome>& outcomes);

}  // namespace gemmlab
