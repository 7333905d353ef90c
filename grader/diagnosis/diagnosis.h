// Deduces from the wrong values of a run what most likely made them wrong.
#pragma once

#include <algorithm>
#include <vector>

#include "grader/core/facts/cause.h"
#include "grader/diagnosis/wrong_elements.h"

namespace gemmlab {

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

}  // namespace gemmlab
