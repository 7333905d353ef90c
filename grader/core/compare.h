// What C should be, how much a correct fp32 program may differ from it, and which elements are
// wrong.
#pragma once

#include <cmath>
#include <cstddef>
#include <optional>
#include <vector>

#include "grader/core/error_map.h"
#include "grader/core/inputs.h"
#include "grader/core/spec.h"
#include "grader/core/verdict.h"

namespace gemmlab {

struct Expected {
  std::vector<double> c;          // [m, n], summed in double
  std::vector<double> magnitude;  // [m, n], sum |a||b|
  double tolerance = 0;           // an element may be off by tolerance * magnitude; 0: exact match
};

// The error bound of a sum of k fp32 products in any order is gamma_k * sum |a||b|, gamma_k =
// k u / (1 - k u), u = 2^-24 (Higham, Accuracy and Stability of Numerical Algorithms, 2nd
// ed., 3.1).
double gamma(int k);

// |got - expected| <= bound, written so that NaN is never close.
inline bool is_close(double got, double expected, double bound) {
  return std::fabs(got - expected) <= bound;
}

// Whether every correct fp32 program gives exactly the same bits on these inputs.
inline bool exact_in_fp32(InputKind kind) {
  return kind != InputKind::uniform;
}

Expected reference(InputKind kind, const Shape& shape, const Operands& operands);

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
};

// c [m, n]. An element is correct if |c - expected| <= tolerance * magnitude; NaN never is.
Comparison compare(const Shape& shape, const float* c, const Expected& expected);

// PASSED, NOT FINITE, TRANSPOSED, PARTIAL (some elements are right and all wrong ones were never
// written), UNFINISHED (none was ever written) or WRONG. LOW PRECISION needs more than one input to
// detect.
Verdict verdict_of(const Comparison& comparison);

// Whether the errors are no larger than those from rounding the operands to 8 or more mantissa
// bits. On random inputs rounding changes most elements; on exact inputs perhaps only a few.
bool like_rounding(const Comparison& comparison, InputKind kind);

}  // namespace gemmlab
