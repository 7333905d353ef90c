// Causes that are known by what the sums contain.
#pragma once

#include <optional>
#include <vector>

#include "grader/core/facts/cause_parts.h"

namespace gemmlab {

// What the sums contain.
struct AddedToOldC {
  static constexpr Code kLookFirst[] = {Code::sums};
  static constexpr Code kLook[] = {Code::products, Code::stores};
};

struct ProductKept {  // C is that of other inputs, of the call before
  static constexpr Code kLook[] = {Code::statics};
};

struct InfinitySpread {  // or is lost: one element of A or B is infinity
  static constexpr bool kIsOfKernel = true;
  static constexpr Code kLook[] = {Code::loads};
};

struct StreamsInNoOrder {  // C is right if other streams come first
  static constexpr Code kLook[] = {Code::launches};
};

struct NeverSet {  // a sum begins with what its variable held
  static constexpr Code kLook[] = {Code::products, Code::stores};
};

struct StoredZero {
  static constexpr bool kSaysOnlyWhere = true;
  static constexpr Code kLook[] = {Code::stores, Code::loops_of_products};
};

struct StoredConstant {
  static constexpr Code kLook[] = {Code::stores};
  double value = 0;
};
GEMMLAB_JSON(StoredConstant, value)

struct Negated {
  static constexpr Code kLook[] = {Code::products, Code::stored};
};

struct SumMultiplied {  // every product is added several times
  static constexpr Code kLook[] = {Code::products, Code::stored};
  int factor = 0;
};
GEMMLAB_JSON(SumMultiplied, factor)

struct OutputsTotalled : OfOutputs {  // of a thread: each holds the total of all
  static constexpr bool kIsOfKernel = true;
  static constexpr Code kLook[] = {Code::products, Code::stores};
};

struct SumNeverReset : OfOutputs {  // 0: all of C, or its row
  static constexpr Code kLook[] = {Code::products, Code::stores};
};

struct SumOverColumns {  // of an element's row of C, up to its own column
  static constexpr Code kLookFirst[] = {Code::beginnings};
  static constexpr Code kLook[] = {Code::operations};
};

struct RunningSumAdded {  // again after every phase
  static constexpr bool kIsOfKernel = true;
  static constexpr Code kLook[] = {Code::products, Code::stores};
};

struct WholeNumbers {
  static constexpr Code kLookFirst[] = {Code::rounding};
  static constexpr Code kLook[] = {Code::products};
};

struct OperandsRounded : OfBits {
  static constexpr Code kLook[] = {Code::rounding};
};

// By what may be TF32's: the tensor core itself cuts off what nobody rounded.
struct NotRounded : InMatrix {
  std::vector<Code> before() const {
    return matrix == Matrix::a   ? std::vector{Code::a_fragments}
           : matrix == Matrix::b ? std::vector{Code::b_fragments}
                                 : std::vector{Code::a_fragments, Code::b_fragments};
  }
};

struct NotTf32 : OfBits {  // operands of another format of tensor cores
  static constexpr bool kIsOfKernel = true;
  static constexpr Code kLook[] = {Code::a_fragments, Code::b_fragments};
};

struct SumRounded : OfBits {
  static constexpr Code kLook[] = {Code::rounding};
};

}  // namespace gemmlab
