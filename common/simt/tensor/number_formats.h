// Numbers as tensor cores take them apart: sign, exponent, significand.
#pragma once

#include <bit>
#include <cstdint>

namespace simt {

enum class NumberFormat { tf32, half, bfloat16, float32 };

constexpr int fraction_bits_of(NumberFormat format) {
  constexpr int kBits[] = {10, 10, 7, 23};
  return kBits[static_cast<int>(format)];
}
constexpr int bias_of(NumberFormat format) {
  return format == NumberFormat::half ? 15 : 127;
}
constexpr std::uint32_t sign_of(NumberFormat format) {
  return format == NumberFormat::half || format == NumberFormat::bfloat16 ? 0x8000u : 0x80000000u;
}
// The place of the lowest bit that counts: a tensor core ignores the last 13 of a TF32.
constexpr int first_bit_of(NumberFormat format) {
  return format == NumberFormat::tf32 ? 13 : 0;
}
constexpr std::uint32_t infinity_of(NumberFormat format) {
  const int largest = 2 * bias_of(format) + 1;
  return static_cast<std::uint32_t>(largest) << (fraction_bits_of(format) + first_bit_of(format));
}

// value = (negative ? -1 : 1) * size * 2^(exponent - fraction bits)
struct Parts {
  std::uint32_t size;
  int exponent;
  bool negative, finite;
};

constexpr Parts parts_of(NumberFormat format, std::uint32_t bits) {
  const int fraction_bits = fraction_bits_of(format);
  const std::uint32_t without_sign = (bits & ~sign_of(format)) >> first_bit_of(format);
  const auto biased = static_cast<int>(without_sign >> fraction_bits);
  const std::uint32_t fraction = without_sign & ((1u << fraction_bits) - 1);
  const int bias = bias_of(format);
  return {biased == 0 ? fraction : fraction | 1u << fraction_bits,
          biased == 0 ? 1 - bias : biased - bias, (bits & sign_of(format)) != 0,
          biased <= 2 * bias};
}

}  // namespace simt
