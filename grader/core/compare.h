// What C should be, which elements of a program's C are wrong; and whether a large C is right, in a
// fraction of the time needed to compute all of it.
#pragma once

#include <cmath>

#include "grader/core/error_map.h"
#include "grader/core/inputs.h"
#include "grader/core/precision.h"
#include "grader/core/verdict.h"

namespace gemmlab {

struct Expected {
  std::vector<double> c;          // [m, n], summed in double
  std::vector<double> magnitude;  // [m, n], sum |a||b|
  double tolerance = 0;           // an element may be off by tolerance * magnitude; 0: exact match
};

// |got - expected| <= bound, written so that NaN is never close.
inline bool is_close(double got, double expected, double bound) {
  return std::fabs(got - expected) <= bound;
}

Expected reference(InputKind kind, const Shape& shape, const Operands& operands,
                   Precision precision = Precision::fp32);

struct Comparison {
  std::size_t elements = 0;
  std::size_t wrong = 0;
  std::size_t unwritten = 0;        // wrong elements that were never stored
  std::size_t not_finite = 0;       // wrong elements where the program stored NaN or infinity
  std::size_t added_to_poison = 0;  // of those: NaN from adding to the previous contents of C
  bool transposed = false;          // C holds the transpose of the correct result
  double worst = 0;                 // largest |got - expected| / magnitude of the finite wrong ones
  std::vector<Mismatch> first;      // at most 5, in row-major order
  std::optional<ErrorMap> error_map;  // where C is wrong, if it is

  bool right() const { return wrong == 0; }
  bool has_only_gaps() const { return unwritten == wrong; }  // each wrong one was never stored
};

// c [m, n]. An element is correct if |c - expected| <= tolerance * magnitude, or neither is finite.
Comparison compare(const Shape& shape, const float* c, const Expected& expected);

// How many doubles differ by more than sums in double can.
std::size_t imprecise(const std::vector<float>& doubles, const Expected& expected, int k);

// PASSED, NOT FINITE, TRANSPOSED, PARTIAL (some elements are right and all wrong ones were never
// written), UNFINISHED (none was ever written) or WRONG. LOW PRECISION needs more than one input to
// detect.
Verdict verdict_of(const Comparison& comparison);

// Whether the errors are no larger than those from rounding the operands to 8 or more mantissa
// bits. On random inputs rounding changes most elements; on exact inputs perhaps only a few.
bool like_rounding(const Comparison& comparison, InputKind kind);

// Checks every element of the first and last row and column and a random sample of the others.
// Checks all elements together with Freivalds' check: C x = A (B x) for a random vector x, row by
// row (Freivalds, Probabilistic Machines Can Use Less Running Time, 1977). On inputs whose products
// are integers Freivalds' check is exact, so a single wrong element fails it. On other inputs it
// finds elements that are off by more than the bound of a whole row, and elements that are not
// finite.
//   c [m, n]; seed: for the sample and x, unknown to the program that computed c
bool passes_spot_check(InputKind kind, const Shape& shape, const Operands& operands, const float* c,
                       std::uint64_t seed, Precision precision = Precision::fp32);

// The error of one element relative to its magnitude: |got - sum| / sum |a||b|, over `row` of a [m,
// k] and `col` of b [k, n]. A correct fp32 program has at most gamma(k). NaN if got is not finite.
double relative_error(const Shape& shape, const float* a, const float* b, int row, int col,
                      float got);

}  // namespace gemmlab
