#include "grader/core/spot_check.h"

#include <cmath>
#include <tuple>
#include <vector>

#include "grader/core/compare.h"

namespace gemmlab {
namespace {

constexpr int kSampledColumns = 64, kRowsOfEach = 64;  // rows are chosen separately per column

struct SpotCheck {
  InputKind kind;
  const Shape& shape;
  const float *a, *b, *c;
  std::uint64_t seed;

  bool passes() const { return rows_agree() && borders_are_right() && sample_is_right(); }

  bool right(int row, int col) const {
    const float got = c[std::size_t(row) * shape.n + col];
    return relative_error(shape, a, b, row, col, got) <=
           (exact_in_fp32(kind) ? 0.0 : gamma(shape.k));
  }

  bool borders_are_right() const {
    for (int col = 0; col < shape.n; ++col) {
      if (!right(0, col) || !right(shape.m - 1, col)) {
        return false;
      }
    }
    for (int row = 0; row < shape.m; ++row) {
      if (!right(row, 0) || !right(row, shape.n - 1)) {
        return false;
      }
    }
    return true;
  }

  bool sample_is_right() const {
    for (int j = 0; j < kSampledColumns; ++j) {
      const int col = int(draw(seed, std::uint64_t(j)) % std::uint64_t(shape.n));
      for (int i = 0; i < kRowsOfEach; ++i) {
        const std::uint64_t drawn =
            draw(seed, std::uint64_t(kSampledColumns + j * kRowsOfEach + i));
        if (!right(int(drawn % std::uint64_t(shape.m)), col)) {
          return false;
        }
      }
    }
    return true;
  }

  // Freivalds' check with weights that are small integers.
  bool rows_agree() const {
    const auto& [m, n, k] = std::tie(shape.m, shape.n, shape.k);
    std::vector<double> x(n), bx(k, 0.0), absolute_bx(k, 0.0);
    for (int col = 0; col < n; ++col) {
      x[col] = double(1 + draw(~seed, std::uint64_t(col)) % 1024);
    }
    for (int i = 0; i < k; ++i) {
      for (int col = 0; col < n; ++col) {
        const double product = b[std::size_t(i) * n + col] * x[col];
        bx[i] += product;
        absolute_bx[i] += std::fabs(product);
      }
    }
    const bool integers = kind == InputKind::identity || kind == InputKind::tagged;
    const double tolerance = integers ? 0.0 : gamma(k) + 1e-12;
    for (int row = 0; row < m; ++row) {
      double expected = 0, magnitude = 0, got = 0;
      for (int i = 0; i < k; ++i) {
        const double factor = a[std::size_t(row) * k + i];
        expected += factor * bx[i];
        magnitude += std::fabs(factor) * absolute_bx[i];
      }
      for (int col = 0; col < n; ++col) {
        got += double(c[std::size_t(row) * n + col]) * x[col];
      }
      if (!is_close(got, expected, tolerance * magnitude)) {
        return false;
      }
    }
    return true;
  }
};

}  // namespace

double relative_error(const Shape& shape, const float* a, const float* b, int row, int col,
                      float got) {
  double expected = 0, magnitude = 0;
  for (int i = 0; i < shape.k; ++i) {
    const double product =
        double(a[std::size_t(row) * shape.k + i]) * b[std::size_t(i) * shape.n + col];
    expected += product;
    magnitude += std::fabs(product);
  }
  const double error = std::fabs(got - expected);
  return error == 0 ? 0 : error / magnitude;
}

bool passes_spot_check(InputKind kind, const Shape& shape, const Operands& operands, const float* c,
                       std::uint64_t seed) {
  return SpotCheck{kind, shape, operands.a.data(), operands.b.data(), c, seed}.passes();
}

}  // namespace gemmlab
