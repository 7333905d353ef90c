// One cause that agrees with a run's wrong values.
#pragma once

#include <algorithm>
#include <vector>

#include "grader/core/facts/cause.h"

namespace gemmlab {

struct Explanation {
  Cause cause;
  bool is_certain = true;      // false: few elements support it; report only if others agree
  int tile = 0;                // the tile width it assumes; 0: none
  bool may_be_chance = false;  // report only if it also explains a second shape
};

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
