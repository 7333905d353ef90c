// Causes that are known by what is done with the elements: another operation than a sum of
// products, or elements from another place in shared memory.
#pragma once

#include <string>
#include <vector>

#include "grader/core/facts/cause_parts.h"

namespace gemmlab {

// What is computed of an element a of A and one b of B, instead of a * b.
GEMMLAB_ENUM(Operation, product, plus, minus, reversed_minus, distance, square_a, square_b,
             square_of_plus, square_of_minus, square_of_product, larger, smaller, quotient,
             reversed_quotient, only_a, only_b, absolute, product_plus_a, product_plus_b)

// How such terms of all p are joined, instead of by a sum.
GEMMLAB_ENUM(Fold, sum, negative_sum, last, product, largest, smallest)

struct OtherOperation {
  static constexpr Code kLookFirst[] = {Code::operations};
  static constexpr Code kLook[] = {Code::products};
  Operation operation = Operation::plus;
  Fold fold = Fold::sum;
};
GEMMLAB_JSON(OtherOperation, operation, fold)

// One element of A and one of B, at the same place: no sum.
struct ElementByElement {
  static constexpr Code kLook[] = {Code::stored, Code::products};
  Operation operation = Operation::product;
};
GEMMLAB_JSON(ElementByElement, operation)

// Of a step of a staircase: one of the usual mistakes in its Spec.
struct KnownMistake {
  static constexpr Code kLook[] = {Code::stores};
  std::string why;
};
GEMMLAB_JSON(KnownMistake, why)

struct SumBeginsAt {
  static constexpr Code kLook[] = {Code::beginnings, Code::products};
  double value = 0;
};
GEMMLAB_JSON(SumBeginsAt, value)

struct SumScaled {
  static constexpr Code kLook[] = {Code::scalings};
  double factor = 0;
  int divided_by_k = 0;  // k; 0: the factor is another
};
GEMMLAB_JSON(SumScaled, factor, divided_by_k)

struct NegativesLost {
  static constexpr Code kLook[] = {Code::scalings};
  bool are_positive = false;  // the sums' absolute values are stored; else 0
};
GEMMLAB_JSON(NegativesLost, are_positive)

// The tile is not shared: a thread uses the element that it loaded itself, for all products.
struct OwnElementsOnly : InTiles {
  static constexpr bool kIsOfTiles = true;
  std::vector<Code> before() const { return {Code::operations}; }
};

// The tiles of A and B are in one place: `matrix` is whose elements are there.
struct OneTileForBoth : InTiles {
  static constexpr bool kIsOfTiles = true;
  std::vector<Code> before() const { return {Code::same_memory}; }
};

}  // namespace gemmlab
