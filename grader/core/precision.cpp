#include "grader/core/precision.h"

#include <cmath>

namespace gemmlab {

double gamma(int k) {
  const double u = 0x1p-24;
  return k * u / (1 - k * u);
}

double error_bound(Precision precision, InputKind kind, int k) {
  if (is_exact(kind)) {
    return 0;
  }
  if (precision == Precision::fp32) {
    return gamma(k);
  }
  constexpr int kStep = 8;  // of k, at most
  const double factor = 1 + (kind == InputKind::near_tf32 ? 0x1p-16 : 0x1p-11);
  return factor * factor * (1 + gamma(3 * (k + kStep))) - 1;
}

double most_noise(Precision precision, int k) {
  return precision == Precision::fp32 ? 1.5e-6 : 6e-4 / std::sqrt(k);
}

}  // namespace gemmlab
