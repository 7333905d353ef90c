// A run with wrong values, and a cause that agrees with them.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "common/facts/counts.h"
#include "grader/core/compare.h"
#include "grader/core/facts/cause.h"
#include "grader/core/inputs.h"
#include "grader/core/spec.h"

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
  std::optional<StoreMap> stores = {};     // none: unknown
  Precision precision = Precision::fp32;   // of the program
};

// One cause that agrees with a run's wrong values.
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
