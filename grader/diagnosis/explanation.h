// One cause that agrees with a run's wrong values.
#pragma once

#include <algorithm>
#include <vector>

#include "grader/core/facts/cause.h"

namespace gemmlab {

struct Explanation {
  Cause cause;
  bool is_certain = true;      // false: few elements speak for it; to be said only if others agree
  int tile = 0;                // what it takes the width of a tile for; 0: for nothing
  bool may_be_chance = false;  // to be said only if it explains a second shape, too
};

// Whether both name the same bug, at one shape or at two.
inline bool is_same(const Explanation& one, const Explanation& other) {
  return one.cause.index() == other.cause.index() && one.tile == other.tile;
}

// That which names the same bug; null if there is none.
inline const Explanation* find(const std::vector<Explanation>& all, const Explanation& wanted) {
  const auto found = std::find_if(all.begin(), all.end(),
                                  [&](const Explanation& each) { return is_same(each, wanted); });
  return found == all.end() ? nullptr : &*found;
}

}  // namespace gemmlab
