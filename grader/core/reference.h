// What C must be, and how far a right fp32 program may be from it.
#pragma once

#include <vector>

#include "grader/core/inputs.h"
#include "grader/core/spec.h"

namespace gemmlab {

struct Expected {
  std::vector<double> c;          // [m, n], summed in double
  std::vector<double> magnitude;  // [m, n], sum |a||b|
  double tolerance = 0;           // an element may be off by tolerance * magnitude; 0: bit for bit
};

// The error bound of a sum of k fp32 products in any order is gamma_k * sum |a||b|, gamma_k =
// k u / (1 - k u), u = 2^-24 (Higham, Accuracy and Stability of Numerical Algorithms, 2nd
// ed., 3.1).
double gamma(int k);

// |got - expected| <= bound, written so that NaN is never close.
bool is_close(double got, double expected, double bound);

// Whether every right fp32 program gives the very same bits on these inputs.
bool exact_in_fp32(InputKind kind);

Expected reference(InputKind kind, const Shape& shape, const Operands& operands);

// One element, from the first `terms` of its k products.
double partial_dot(const Shape& shape, const Operands& operands, int row, int col, int terms);

}  // namespace gemmlab
