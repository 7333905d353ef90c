// Whether a large C is right, in a fraction of the time that computing all of it would take.
#pragma once

#include <cstdint>

#include "grader/core/inputs.h"
#include "grader/core/spec.h"

namespace gemmlab {

// Looks at every element of the first and last row and column, at a random sample of the others,
// and at all of them together by Freivalds' check: C x = A (B x) for a random vector x, row by row
// (Freivalds, Probabilistic Machines Can Use Less Running Time, 1977). On inputs whose products are
// integers that check is exact, so that any one wrong element fails it; on the others it finds
// elements that are off by more than the bound of a whole row, and those that are not finite.
//   c [m, n]; seed: of sample and x, unknown to whoever computed c
bool passes_spot_check(InputKind kind,
                       const Shape& shape,
                       const Operands& operands,
                       const float* c,
                       std::uint64_t seed);

// Whether got is right for one element: the dot product of `row` of a [m, k] and `col` of b [k, n].
bool element_is_right(const Shape& shape,
                      const float* a,
                      const float* b,
                      int row,
                      int col,
                      float got,
                      bool exact = false);

}  // namespace gemmlab
