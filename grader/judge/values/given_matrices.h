// What the matrices of a run hold before it.
#pragma once

#include <cstdint>

#include "grader/core/inputs.h"
#include "grader/core/spec.h"

namespace gemmlab {

struct GivenMatrices {
  Shape shape = {};
  Element element = Element::float_;
  Precision precision = Precision::fp32;  // of the program
  InputKind kind = InputKind::uniform;
  std::uint64_t seed = 0;
  bool one_changed = false;      // random inputs of that seed but for one: infinity, else its sign
  bool identity_is_b = false;    // not A: of that kind
  bool c_holds_numbers = false;  // as large as a result, instead of NaN
  const ArrayTask* task = nullptr;  // in place of the product
};

Operands operands_of(const GivenMatrices& given);

// Whether C is spot-checked, not computed again: where that takes many more products.
bool is_spot_checked(const Shape& shape);

// Whether the element that changes becomes infinity. Not where C is only spot-checked or one
// element, and not in whole numbers.
bool takes_infinity(const GivenMatrices& given);

}  // namespace gemmlab
