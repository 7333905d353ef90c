// Floating-point formats of 16 bits: their values, and rounding to them as a GPU does.
#pragma once

namespace simt {

enum class Rounding { nearest, zero, down, up };

// Bits: sign, exponent, fraction.
template <int kExponentBits, int kFractionBits>
struct NarrowFormat {
  static constexpr int kBias = (1 << (kExponentBits - 1)) - 1;
  static constexpr unsigned kSign = 0x8000, kNan = 0x7fff;
  static constexpr unsigned kInfinity = ((1u << kExponentBits) - 1) << kFractionBits;

  static constexpr bool is_nan(unsigned bits) { return (bits & ~kSign) > kInfinity; }

  static constexpr float value(unsigned bits) {
    const unsigned sign = (bits & kSign) << 16, rest = bits & ~kSign;
    if (rest >= kInfinity) {
      return __builtin_bit_cast(float, rest == kInfinity ? sign | 0x7f800000u : 0x7fffffffu);
    }
    if (kExponentBits == 8) {
      return __builtin_bit_cast(float, bits << 16);
    }
    // As a float its exponent is too small; the product is exact, and normal if `rest` is not.
    const float small = __builtin_bit_cast(float, rest << (23 - kFractionBits));
    const float scale = __builtin_bit_cast(float, (254u - kBias) << 23);
    return __builtin_bit_cast(float, __builtin_bit_cast(unsigned, small* scale) | sign);
  }

  static constexpr unsigned round(double x, Rounding how = Rounding::nearest) {
    const auto bits = __builtin_bit_cast(unsigned long long, x);
    const unsigned sign = bits >> 63 != 0 ? kSign : 0;
    const int biased = static_cast<int>(bits >> 52 & 0x7ff);
    const unsigned long long fraction = bits & ((1ull << 52) - 1);
    if (biased == 0x7ff) {
      return fraction != 0 ? kNan : sign | kInfinity;
    }
    const unsigned long long size = biased != 0 ? fraction | 1ull << 52 : fraction;
    const int exponent = biased - 1023, least = 1 - kBias;
    const int at = exponent < least ? least : exponent;
    const int lost = 52 - kFractionBits + (at - exponent);
    const int down = lost > 62 ? 62 : lost;
    const unsigned long long rest = size & ((1ull << down) - 1), middle = 1ull << (down - 1);
    unsigned long long kept = size >> down;
    if (how == Rounding::nearest) {
      kept += rest > middle || (rest == middle && (kept & 1) != 0) ? 1 : 0;
    } else if (how != Rounding::zero) {
      kept += rest != 0 && (how == Rounding::up) == (sign == 0) ? 1 : 0;
    }
    // The leading bit, if there is one, adds 1 to the exponent.
    const unsigned long long result =
        at - least >= 2 * kBias + 1
            ? kInfinity
            : (static_cast<unsigned long long>(at - least) << kFractionBits) + kept;
    if (result < kInfinity) {
      return sign | static_cast<unsigned>(result);
    }
    const bool away =
        how == Rounding::nearest || (how != Rounding::zero && (how == Rounding::up) == (sign == 0));
    return sign | (away ? kInfinity : kInfinity - 1);
  }

  // What a GPU makes of a double: of a NaN it keeps the first bits.
  static constexpr unsigned of_double(double x) {
    const auto bits = __builtin_bit_cast(unsigned long long, x);
    constexpr unsigned kQuiet = 1u << (kFractionBits - 1);
    const unsigned sign = bits >> 63 != 0 ? kSign : 0;
    const auto first = static_cast<unsigned>(bits >> (52 - kFractionBits)) & (2 * kQuiet - 1);
    return x == x ? round(x) : sign | kInfinity | kQuiet | first;
  }

  // x * y + z, rounded once: the sum in double is made odd if it is not exact, so that rounding it
  // again does no harm.
  static constexpr unsigned multiply_add(float x, float y, float z) {
    const double product = static_cast<double>(x) * y, sum = product + z;
    const double back = sum - product;
    const double error = (product - (sum - back)) + (z - back);
    auto bits = __builtin_bit_cast(unsigned long long, sum);
    if (error != 0 && (bits & 1) == 0) {
      bits += (error > 0) == (sum > 0) ? 1 : ~0ull;
    }
    return round(error == error ? __builtin_bit_cast(double, bits) : sum);
  }
};

using HalfFormat = NarrowFormat<5, 10>;
using Bfloat16Format = NarrowFormat<8, 7>;

// To a whole number: the nearest that the type has; 0 for a NaN, or the smallest number if it is
// long long.
template <class Whole>
constexpr Whole whole(float x, Rounding how) {
  constexpr bool is_signed = static_cast<Whole>(-1) < static_cast<Whole>(0);
  constexpr int kBits = static_cast<int>(sizeof(Whole)) * 8 - (is_signed ? 1 : 0);
  constexpr Whole kMost =
      static_cast<Whole>(is_signed ? ~(~0ull << (kBits - 1) << 1) : ~0ull >> (64 - kBits));
  const float rounded = how == Rounding::nearest ? __builtin_rintf(x)
                        : how == Rounding::zero  ? __builtin_truncf(x)
                        : how == Rounding::down  ? __builtin_floorf(x)
                                                 : __builtin_ceilf(x);
  const float limit = static_cast<float>(1ull << (kBits - 1)) * 2;
  if (rounded != rounded) {
    return 0;
  }
  if (rounded >= limit) {
    return kMost;
  }
  if (rounded < (is_signed ? -limit : 0.0f)) {
    return static_cast<Whole>(is_signed ? -kMost - 1 : 0);
  }
  return static_cast<Whole>(rounded);
}

// From a whole number; a double would round one of 64 bits first.
template <class Format, class Whole>
constexpr unsigned short from_whole(Whole x, Rounding how) {
  const auto size =
      x < 0 ? 0 - static_cast<unsigned long long>(x) : static_cast<unsigned long long>(x);
  // A double holds 53 bits: of more, the last one that it holds tells of the others.
  const unsigned long long exact =
      size >> 53 == 0 ? size : (size & ~0xfffull) | ((size & 0xfff) != 0 ? 0x1000 : 0);
  const double value = static_cast<double>(exact);
  return static_cast<unsigned short>(Format::round(x < 0 ? -value : value, how));
}

}  // namespace simt
