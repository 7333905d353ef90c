#include "grader/core/spot_check.h"

#include <cmath>
#include <tuple>
#include <vector>

#include "grader/core/reference.h"

namespace gemmlab {
namespace {

constexpr int kSampledColumns = 64, kRowsOfEach = 64;  // each column's are drawn by themselves

class SpotCheck {
 public:
  SpotCheck(InputKind kind,
            const Shape& shape,
            const Operands& operands,
            const float* c,
            std::uint64_t seed)
      : kind_(kind),
        shape_(shape),
        a_(operands.a.data()),
        b_(operands.b.data()),
        c_(c),
        seed_(seed) {}

  bool passes() const { return rows_agree() && borders_are_right() && sample_is_right(); }

 private:
  bool right(int row, int col) const {
    const float got = c_[std::size_t(row) * shape_.n + col];
    return relative_error(shape_, a_, b_, row, col, got) <=
           (exact_in_fp32(kind_) ? 0.0 : gamma(shape_.k));
  }

  bool borders_are_right() const {
    for (int col = 0; col < shape_.n; ++col) {
      if (!right(0, col) || !right(shape_.m - 1, col)) {
        return false;
      }
    }
    for (int row = 0; row < shape_.m; ++row) {
      if (!right(row, 0) || !right(row, shape_.n - 1)) {
        return false;
      }
    }
    return true;
  }

  bool sample_is_right() const {
    for (int j = 0; j < kSampledColumns; ++j) {
      const int col = int(draw(seed_, std::uint64_t(j)) % std::uint64_t(shape_.n));
      for (int i = 0; i < kRowsOfEach; ++i) {
        const std::uint64_t drawn =
            draw(seed_, std::uint64_t(kSampledColumns + j * kRowsOfEach + i));
        if (!right(int(drawn % std::uint64_t(shape_.m)), col)) {
          return false;
        }
      }
    }
    return true;
  }

  // Freivalds' check with weights that are small integers.
  bool rows_agree() const {
    const auto& [m, n, k] = std::tie(shape_.m, shape_.n, shape_.k);
    std::vector<double> x(n), bx(k, 0.0), absolute_bx(k, 0.0);
    for (int col = 0; col < n; ++col) {
      x[col] = double(1 + draw(~seed_, std::uint64_t(col)) % 1024);
    }
    for (int i = 0; i < k; ++i) {
      for (int col = 0; col < n; ++col) {
        const double product = b_[std::size_t(i) * n + col] * x[col];
        bx[i] += product;
        absolute_bx[i] += std::fabs(product);
      }
    }
    const bool integers = kind_ == InputKind::identity || kind_ == InputKind::tagged;
    const double tolerance = integers ? 0.0 : gamma(k) + 1e-12;
    for (int row = 0; row < m; ++row) {
      double expected = 0, magnitude = 0, got = 0;
      for (int i = 0; i < k; ++i) {
        const double factor = a_[std::size_t(row) * k + i];
        expected += factor * bx[i];
        magnitude += std::fabs(factor) * absolute_bx[i];
      }
      for (int col = 0; col < n; ++col) {
        got += double(c_[std::size_t(row) * n + col]) * x[col];
      }
      if (!is_close(got, expected, tolerance * magnitude)) {
        return false;
      }
    }
    return true;
  }

  InputKind kind_;
  const Shape& shape_;
  const float* a_;
  const float* b_;
  const float* c_;
  std::uint64_t seed_;
};

}  // namespace

double relative_error(
    const Shape& shape, const float* a, const float* b, int row, int col, float got) {
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

bool passes_spot_check(InputKind kind,
                       const Shape& shape,
                       const Operands& operands,
                       const float* c,
                       std::uint64_t seed) {
  return SpotCheck(kind, shape, operands, c, seed).passes();
}

}  // namespace gemmlab
