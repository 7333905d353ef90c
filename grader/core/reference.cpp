#include "grader/core/reference.h"

#include <cmath>

namespace gemmlab {

double gamma(int k) {
  const double u = 0x1p-24;
  return k * u / (1 - k * u);
}

bool is_close(double got, double expected, double bound) {
  return std::fabs(got - expected) <= bound;
}

bool exact_in_fp32(InputKind kind) {
  return kind != InputKind::uniform;
}

Expected reference(InputKind kind, const Shape& shape, const Operands& operands) {
  const auto& [a, b] = operands;
  Expected expected{std::vector<double>(std::size_t(shape.m) * shape.n),
                    std::vector<double>(std::size_t(shape.m) * shape.n),
                    exact_in_fp32(kind) ? 0.0 : gamma(shape.k)};
  for (int row = 0; row < shape.m; ++row) {
    double* c_row = &expected.c[std::size_t(row) * shape.n];
    double* magnitude_row = &expected.magnitude[std::size_t(row) * shape.n];
    for (int k = 0; k < shape.k; ++k) {
      const double factor = a[std::size_t(row) * shape.k + k];
      const float* b_row = &b[std::size_t(k) * shape.n];
      for (int col = 0; col < shape.n; ++col) {
        const double product = factor * b_row[col];
        c_row[col] += product;
        magnitude_row[col] += std::fabs(product);
      }
    }
  }
  return expected;
}

double partial_dot(const Shape& shape, const Operands& operands, int row, int col, int terms) {
  double sum = 0;
  for (int k = 0; k < terms; ++k) {
    sum += double(operands.a[std::size_t(row) * shape.k + k]) *
           operands.b[std::size_t(k) * shape.n + col];
  }
  return sum;
}

}  // namespace gemmlab
