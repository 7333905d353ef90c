// Checks whether a large C is right, in a fraction of the time needed to compute all of it.
#pragma once

#include <cstdint>

#include "grader/core/inputs.h"
#include "grader/core/spec.h"

namespace gemmlab {

// Checks every element of the first and last row and column and a random sample of the others.
// Checks all elements together with Freivalds' check: C x = A (B x) for a random vector x, row by
// row (Freivalds, Probabilistic Machines Can Use Less Running Time, 1977). On inputs whose products
// are integers Freivalds' check is exact, so a single wrong element fails it. On other inputs it
// finds elements that are off by more than the bound of a whole row, and elements that are not
// finite.
//   c [m, n]; seed: for the sample and x, unknown to the program that computed c
bool passes_spot_check(InputKind kind, const Shape& shape, const Operands& operands, const float* c,
                       std::uint64_t seed);

// The error of one element relative to its magnitude: |got - sum| / sum |a||b|, over `row` of a [m,
// k] and `col` of b [k, n]. A correct fp32 program has at most gamma(k). NaN if got is not finite.
double relative_error(const Shape& shape, const float* a, const float* b, int row, int col,
                      float got);

// The largest root mean square of relative errors for elements of a and b that are random in [-1,
// 1): fp32 sums in any order give about 1e-7, operands rounded to TF32 or half precision more than
// 8e-6 for all k up to 4096.
inline constexpr double kFp32Noise = 1.5e-6;

}  // namespace gemmlab
