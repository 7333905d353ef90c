#include "grader/core/compare.h"

#include <bit>
#include <tuple>

namespace gemmlab {
namespace {

constexpr std::size_t kShown = 5;
constexpr std::uint32_t kQuietBit = 1u << 22;  // arithmetic on a signalling NaN sets it

bool holds_transpose(const Shape& shape, const float* c, const Expected& expected) {
  bool differs = false;  // a symmetric product proves nothing
  for (int row = 0; row < shape.m; ++row) {
    for (int col = 0; col < shape.n; ++col) {
      const std::size_t at = std::size_t(row) * shape.n + col;
      const std::size_t swapped = std::size_t(col) * shape.m + row;
      if (!is_close(c[swapped], expected.c[at], expected.tolerance * expected.magnitude[at])) {
        return false;
      }
      differs |= expected.c[at] != expected.c[swapped];
    }
  }
  return differs;
}

void record(Comparison& result, const Mismatch& miss, double magnitude) {
  const bool is_explicable =
      std::isfinite(miss.got) && magnitude > 0 && std::fpclassify(miss.got) != FP_SUBNORMAL;
  const double error = is_explicable ? std::fabs(miss.got - miss.expected) / magnitude : INFINITY;
  add_wrong(*result.error_map, miss.row, miss.col, error, miss.unwritten);
  ++result.wrong;
  result.unwritten += miss.unwritten;
  if (!std::isfinite(miss.got)) {
    result.not_finite += !miss.unwritten;
    result.added_to_poison += std::bit_cast<std::uint32_t>(miss.got) == (kPoisonBits | kQuietBit);
  } else {
    result.worst = std::max(result.worst, error);
  }
  if (result.first.size() < kShown) {
    result.first.push_back(miss);
  }
}

constexpr int kSampledColumns = 64, kRowsOfEach = 64;  // rows are chosen separately per column

struct SpotCheck {
  InputKind kind;
  const Shape& shape;
  const float *a, *b, *c;
  std::uint64_t seed;
  Precision precision;

  bool passes() const { return rows_agree() && borders_are_right() && sample_is_right(); }

  bool right(int row, int col) const {
    return relative_error(shape, a, b, row, col, c[std::size_t(row) * shape.n + col]) <=
           error_bound(precision, kind, shape.k);
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
    const double tolerance =
        integers ? 0.0 : std::max(gamma(k), error_bound(precision, kind, k)) + 1e-12;
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

Expected reference(InputKind kind, const Shape& shape, const Operands& operands,
                   Precision precision) {
  const auto& [a, b, before] = operands;
  Expected expected{std::vector<double>(std::size_t(shape.m) * shape.n),
                    std::vector<double>(std::size_t(shape.m) * shape.n),
                    error_bound(precision, kind, shape.k)};
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

Comparison compare(const Shape& shape, const float* c, const Expected& expected) {
  Comparison result;
  result.elements = std::size_t(shape.m) * shape.n;
  result.error_map = right_everywhere(shape.m, shape.n);
  for (std::size_t at = 0; at < result.elements; ++at) {
    const double bound = expected.tolerance * expected.magnitude[at];
    if (std::isfinite(expected.c[at]) ? is_close(c[at], expected.c[at], bound)
                                      : !std::isfinite(c[at])) {
      continue;
    }
    record(result, {int(at / shape.n), int(at % shape.n), c[at], expected.c[at], is_poison(c[at])},
           expected.magnitude[at]);
  }
  if (result.right()) {
    result.error_map.reset();
  } else {
    result.transposed = holds_transpose(shape, c, expected);
    result.error_map->first = result.first;
  }
  return result;
}

std::size_t imprecise(const std::vector<float>& doubles, const Expected& expected, int k) {
  const double tolerance = 2 * k * 0x1p-53;  // of the expected sum too: it is a double
  std::size_t count = 0;
  for (std::size_t i = 0; i < expected.c.size(); ++i) {
    count += !is_close(value_at(doubles, i, Element::double_), expected.c[i],
                       tolerance * expected.magnitude[i]);
  }
  return count;
}

Verdict verdict_of(const Comparison& comparison) {
  const bool some_right = comparison.wrong < comparison.elements;
  return comparison.right()                            ? Verdict::passed
         : comparison.unwritten == comparison.elements ? Verdict::unfinished
         : comparison.not_finite > 0                   ? Verdict::not_finite
         : comparison.transposed                       ? Verdict::transposed
         : some_right && comparison.has_only_gaps()    ? Verdict::partial
                                                       : Verdict::wrong;
}

bool like_rounding(const Comparison& comparison, InputKind kind) {
  // BF16 keeps 8 bits: each operand is off by at most 2^-9 of itself, a product by about 2^-8.
  const bool enough = is_exact(kind) || 2 * comparison.wrong >= comparison.elements;
  return enough && comparison.unwritten == 0 && comparison.not_finite == 0 &&
         comparison.worst <= 0x1p-7;
}

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
                       std::uint64_t seed, Precision precision) {
  return SpotCheck{kind, shape, operands.a.data(), operands.b.data(), c, seed, precision}.passes();
}

}  // namespace gemmlab
