#include "grader/core/spec.h"

namespace gemmlab {

std::size_t elements_of(const Shape& shape) {
  const std::size_t m = shape.m, n = shape.n, k = shape.k;
  return m * k + k * n + m * n;
}

std::vector<const Spec*>& registered_specs() {
  static std::vector<const Spec*> specs;
  return specs;
}

}  // namespace gemmlab
