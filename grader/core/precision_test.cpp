#include "grader/core/precision.h"

#include <gtest/gtest.h>

#include <bit>
#include <functional>

#include "grader/core/compare.h"

namespace gemmlab {
namespace {

using Format = std::function<double(float)>;

double same(float value) {
  return value;
}
double rounded(float value) {
  return std::bit_cast<float>((std::bit_cast<std::uint32_t>(value) + 0x1000u) & ~0x1fffu);
}
double cut(float value) {
  return std::bit_cast<float>(std::bit_cast<std::uint32_t>(value) & ~0x1fffu);
}
double bfloat16(float value) {
  return std::bit_cast<float>((std::bit_cast<std::uint32_t>(value) + 0x8000u) & ~0xffffu);
}
// Of numbers below 2^-14, as A's are here.
double small_half(float value) {
  return std::fabs(value) < 0x1p-14 ? std::ldexp(std::nearbyint(std::ldexp(value, 24)), -24)
                                    : rounded(value);
}

// The product of operands in these formats.
Comparison compared(InputKind kind, const Shape& shape, const Format& of_a, const Format& of_b) {
  const Operands operands = make_operands(kind, shape, 7);
  std::vector<float> c(std::size_t(shape.m) * shape.n);
  for (int row = 0; row < shape.m; ++row) {
    for (int col = 0; col < shape.n; ++col) {
      double sum = 0;
      for (int p = 0; p < shape.k; ++p) {
        sum += of_a(operands.a[std::size_t(row) * shape.k + p]) *
               of_b(operands.b[std::size_t(p) * shape.n + col]);
      }
      c[std::size_t(row) * shape.n + col] = float(sum);
    }
  }
  return compare(shape, c.data(), reference(kind, shape, operands, Precision::tf32));
}

const Shape kShapes[] = {{4, 4, 1, ""}, {16, 16, 8, ""}, {33, 50, 17, ""}, {8, 7, 2049, ""}};

TEST(Precision, TakesFp32AndRoundedOperandsForTf32) {
  for (const Shape& shape : kShapes) {
    for (const InputKind kind :
         {InputKind::tagged, InputKind::identity, InputKind::uniform, InputKind::near_tf32}) {
      EXPECT_TRUE(compared(kind, shape, same, same).right()) << name(kind) << ' ' << shape.k;
      EXPECT_TRUE(compared(kind, shape, rounded, rounded).right()) << name(kind) << ' ' << shape.k;
    }
  }
}

TEST(Precision, FindsOperandsThatAreCutOffOrShorter) {
  for (const Shape& shape : kShapes) {
    for (const auto& [of_a, of_b] : {std::pair<Format, Format>{cut, cut},
                                     {cut, rounded},
                                     {rounded, cut},
                                     {bfloat16, bfloat16},
                                     {small_half, small_half}}) {
      const Comparison found = compared(InputKind::near_tf32, shape, of_a, of_b);
      EXPECT_EQ(found.wrong, found.elements) << shape.k;
      EXPECT_TRUE(like_rounding(found, InputKind::near_tf32)) << shape.k;
    }
  }
}

TEST(Precision, TellsRoundedFromCutOperandsByTheirNoise) {
  for (const int k : {256, 4096}) {
    const Shape shape{2, 64, k, ""};
    const Operands operands = make_operands(InputKind::uniform, shape, 3);
    for (const bool is_cut : {false, true}) {
      double squares = 0;
      for (int col = 0; col < shape.n; ++col) {
        double sum = 0;
        for (int p = 0; p < k; ++p) {
          const float a = operands.a[p], b = operands.b[std::size_t(p) * shape.n + col];
          sum += is_cut ? cut(a) * cut(b) : rounded(a) * rounded(b);
        }
        squares += std::pow(
            relative_error(shape, operands.a.data(), operands.b.data(), 0, col, float(sum)), 2);
      }
      EXPECT_EQ(std::sqrt(squares / shape.n) > most_noise(Precision::tf32, k), is_cut) << k;
    }
  }
}

}  // namespace
}  // namespace gemmlab
