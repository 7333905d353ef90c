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

// How far one element is off what it must be, as a share of its magnitude: |got - sum| / sum
// |a||b|, over `row` of a [m, k] and `col` of b [k, n]. gamma(k) is the most that a right fp32
// program can be off. NaN if got is not finite.
double relative_error(
    const Shape& shape, const float* a, const float* b, int row, int col, float got);

// The most that the root mean square of relative errors may be where the elements of a and b are
// random in [-1, 1): fp32 sums of any order give about 1e-7, operands rounded to TF32 or half
// precision more than 8e-6 for all k up to 4096.
inline constexpr double kFp32Noise = 1.5e-6;

}  // namespace gemmlab
