#include "grader/judge/values/given_matrices.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace gemmlab {

// The element of B, or of A, that changes while the other matrix is the identity: far in k, where
// that one has whole tiles of zeros if k is longer than its ones.
static std::size_t place_beside_zeros(const GivenMatrices& given, bool in_b) {
  const auto [m, n, k] = given.shape.extents();
  const int ones = std::min(k, in_b ? m : n);
  const std::size_t p = k - 1 - draw(given.seed, 0) % ((k - ones) / 2 + 1);
  const std::size_t other = draw(given.seed, 1) % (in_b ? n : m);
  return in_b ? p * n + other : other * k + p;
}

bool is_spot_checked(const Shape& shape) {
  constexpr double kProducts = 5e7, kElements = 1e5;
  return double(shape.m) * shape.n * shape.k > kProducts && double(shape.m) * shape.n > kElements;
}

Operands operands_of(const GivenMatrices& given) {
  Operands operands = make_operands(given.kind, given.shape, given.seed);
  if (given.identity_is_b) {
    operands = identity_as_b(given.shape);
  }
  if (given.one_changed) {
    const bool keeps_a =
        given.kind == InputKind::identity ? !given.identity_is_b : given.seed % 2 == 1;
    std::vector<float>& matrix = keeps_a ? operands.b : operands.a;
    float& one = matrix[given.kind == InputKind::identity ? place_beside_zeros(given, keeps_a)
                                                          : draw(given.seed, 0) % matrix.size()];
    one = takes_infinity(given) ? INFINITY : -one;
  }
  if (given.c_holds_numbers) {
    const auto [m, n, k] = given.shape.extents();
    operands.c = make_operands(InputKind::uniform, {m, 1, n, ""}, ~given.seed).a;
    for (float& each : operands.c) {
      each *= std::sqrt(float(k));
    }
  }
  return operands;
}

bool takes_infinity(const GivenMatrices& given) {
  return given.element == Element::float_ && given.shape.m * given.shape.n > 1 &&
         !is_spot_checked(given.shape);
}

}  // namespace gemmlab
