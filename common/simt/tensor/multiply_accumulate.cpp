#include "common/simt/tensor/multiply_accumulate.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>

#include "common/simt/tensor/number_formats.h"
#include "common/simt/tensor/tensor_unit.h"

namespace simt {
namespace {

// A product's significand has this many bits after the point, of all formats.
constexpr int kOperandBits = 10, kProductBits = 2 * kOperandBits;
constexpr int kFarBelow = 31;  // no bit of an addend is left
// Zeros do not count for the largest exponent.
constexpr int kZerosExponent = -1000;

// Rows of A, or columns of B.
struct Significands {
  std::uint32_t size[kMostRows][kMostDepth];
  std::int32_t exponent[kMostRows][kMostDepth];
  std::int32_t sign[kMostRows][kMostDepth];  // 0 or -1
  bool finite[kMostRows];

  Significands(NumberFormat format, int rows, int depth, const std::uint32_t* bits) {
    const int up = kOperandBits - fraction_bits_of(format);
    for (int row = 0; row < rows; ++row) {
      finite[row] = true;
      for (int p = 0; p < depth; ++p) {
        const Parts parts = parts_of(format, bits[row * depth + p]);
        size[row][p] = parts.size << up;
        exponent[row][p] = parts.size == 0 ? kZerosExponent : parts.exponent;
        sign[row][p] = parts.negative ? -1 : 0;
        finite[row] = finite[row] && parts.finite;
      }
    }
  }
};

// What infinities and NaNs among the products and C make of the result.
struct Specials {
  bool positive = false, negative = false, nan = false;

  void add(bool is_infinite, bool is_nan, bool is_negative) {
    nan = nan || is_nan;
    positive = positive || (is_infinite && !is_negative);
    negative = negative || (is_infinite && is_negative);
  }
  bool any() const { return positive || negative || nan; }
  std::uint32_t result(NumberFormat sums) const {
    if (nan || (positive && negative)) {
      return sign_of(sums) - 1;
    }
    return (negative ? sign_of(sums) : 0) | infinity_of(sums);
  }
};

bool is_nan(const Parts& parts, NumberFormat format) {
  return !parts.finite && parts.size != 1u << fraction_bits_of(format);
}

Specials specials_of(NumberFormat operands, NumberFormat sums, int depth, const std::uint32_t* a,
                     const std::uint32_t* b, std::uint32_t c) {
  Specials all;
  const Parts of_c = parts_of(sums, c);
  all.add(!of_c.finite, is_nan(of_c, sums), of_c.negative);
  for (int p = 0; p < depth; ++p) {
    const Parts x = parts_of(operands, a[p]), y = parts_of(operands, b[p]);
    const bool is_infinite = !x.finite || !y.finite;
    all.add(is_infinite,
            is_nan(x, operands) || is_nan(y, operands) || (is_infinite && x.size * y.size == 0),
            x.negative != y.negative);
  }
  return all;
}

// sum * 2^scale: a float is cut, a half rounded to the nearest, ties to even. Never -0.
template <NumberFormat kFormat>
std::uint32_t to_number(std::int64_t sum, int scale) {
  constexpr int kFraction = fraction_bits_of(kFormat), kBias = bias_of(kFormat);
  const std::uint64_t size = sum < 0 ? 0 - static_cast<std::uint64_t>(sum) : sum;
  if (size == 0) {
    return 0;
  }
  const std::uint32_t sign = sum < 0 ? sign_of(kFormat) : 0;
  const int leading = 63 - std::countl_zero(size);
  const int exponent = std::max(leading + scale, 1 - kBias);
  if (exponent > kBias) {
    return sign | infinity_of(kFormat);
  }
  const int down = exponent - kFraction - scale;  // to units of the last place
  std::uint64_t kept = down >= 64 ? 0 : down >= 0 ? size >> down : size << -down;
  if (kFormat == NumberFormat::half && down > 0 && down < 64) {
    const std::uint64_t rest = size & ((std::uint64_t{1} << down) - 1);
    const std::uint64_t middle = std::uint64_t{1} << (down - 1);
    kept += rest > middle || (rest == middle && (kept & 1) != 0) ? 1 : 0;
  }
  // The leading bit, if there is one, adds 1 to the exponent.
  return kept == 0 ? 0
                   : sign | ((static_cast<std::uint32_t>(exponent + kBias - 1) << kFraction) +
                             static_cast<std::uint32_t>(kept));
}

// One element, all products at once.
std::uint32_t add_products(TensorUnit unit, NumberFormat sums, const Significands& a, int row,
                           const Significands& b, int col, int from, int until, std::uint32_t c) {
  const Parts of_c = parts_of(sums, c);
  int largest = of_c.size == 0 ? kZerosExponent : of_c.exponent;
  std::int32_t exponents[kMostDepth];
  for (int p = from; p < until; ++p) {
    exponents[p] = a.exponent[row][p] + b.exponent[col][p];
    largest = std::max(largest, exponents[p]);
  }
  std::int32_t products = 0;
  const int up = unit.fraction_bits - kProductBits;
  for (int p = from; p < until; ++p) {
    const std::uint32_t size = a.size[row][p] * b.size[col][p] << up;
    const int down = std::min(largest - exponents[p], kFarBelow);
    const auto cut = static_cast<std::int32_t>(size >> down);
    const std::int32_t sign = a.sign[row][p] ^ b.sign[col][p];
    products += (cut ^ sign) - sign;
  }
  const std::uint64_t size_of_c = std::uint64_t{of_c.size}
                                  << (unit.fraction_bits - fraction_bits_of(sums));
  const int down_c = of_c.size == 0 ? 0 : std::min(largest - of_c.exponent, 63);
  const auto cut_c = static_cast<std::int64_t>(size_of_c >> down_c);
  const std::int64_t sum = std::int64_t{products} + (of_c.negative ? -cut_c : cut_c);
  const int scale = largest - unit.fraction_bits;
  return sums == NumberFormat::half ? to_number<NumberFormat::half>(sum, scale)
                                    : to_number<NumberFormat::float32>(sum, scale);
}

}  // namespace

void multiply_accumulate(TensorUnit unit, NumberFormat operands, NumberFormat sums,
                         TensorShape shape, const std::uint32_t* a, const std::uint32_t* b,
                         const std::uint32_t* c, std::uint32_t* d) {
  const int depth = operands == NumberFormat::tf32 ? unit.tf32_depth : unit.half_depth;
  const Significands of_a(operands, shape.m, shape.k, a), of_b(operands, shape.n, shape.k, b);
  for (int row = 0; row < shape.m; ++row) {
    for (int col = 0; col < shape.n; ++col) {
      std::uint32_t sum = c[row * shape.n + col];
      for (int p = 0; p < shape.k; p += depth) {
        const int until = std::min(p + depth, shape.k);
        if (!of_a.finite[row] || !of_b.finite[col] || !parts_of(sums, sum).finite) {
          const Specials specials = specials_of(operands, sums, until - p, a + row * shape.k + p,
                                                b + col * shape.k + p, sum);
          if (specials.any()) {
            sum = specials.result(sums);
            continue;
          }
        }
        sum = add_products(unit, sums, of_a, row, of_b, col, p, until, sum);
      }
      d[row * shape.n + col] = sum;
    }
  }
}

void multiply_accumulate_integers(bool is_signed, TensorShape shape, const std::uint32_t* a,
                                  const std::uint32_t* b, const std::uint32_t* c, std::uint32_t* d,
                                  bool saturated) {
  constexpr std::int64_t kLeast = std::numeric_limits<std::int32_t>::min(),
                         kMost = std::numeric_limits<std::int32_t>::max();
  const auto value = [is_signed](std::uint32_t bits) {
    return is_signed ? std::int64_t{static_cast<std::int8_t>(bits)} : std::int64_t{bits & 255};
  };
  for (int row = 0; row < shape.m; ++row) {
    for (int col = 0; col < shape.n; ++col) {
      const int at = row * shape.n + col;
      std::int64_t sum = static_cast<std::int32_t>(c[at]);
      for (int p = 0; p < shape.k; ++p) {
        sum += value(a[row * shape.k + p]) * value(b[col * shape.k + p]);
      }
      d[at] = static_cast<std::uint32_t>(saturated ? std::clamp(sum, kLeast, kMost) : sum);
    }
  }
}

}  // namespace simt
