#include "grader/core/inputs.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "grader/core/compare.h"

namespace gemmlab {
namespace {

constexpr InputKind kAll[] = {InputKind::identity, InputKind::tagged, InputKind::uniform,
                              InputKind::exact, InputKind::near_tf32};

// The product of a program that passes its operands through `round`.
template <typename Round>
std::vector<float> product(const Shape& s, const Operands& operands, Round round) {
  std::vector<float> c(std::size_t(s.m) * s.n);
  for (int row = 0; row < s.m; ++row) {
    for (int k = 0; k < s.k; ++k) {
      for (int col = 0; col < s.n; ++col) {
        c[row * s.n + col] += round(operands.a[row * s.k + k]) * round(operands.b[k * s.n + col]);
      }
    }
  }
  return c;
}

float round_to(float value, int mantissa_bits) {
  int exponent;
  const float fraction = std::frexp(value, &exponent);
  const float scale = float(1 << (mantissa_bits + 1));
  return std::ldexp(std::round(fraction * scale) / scale, exponent);
}

TEST(Inputs, AreTheSameForTheSameSeedAndOthersForAnother) {
  const Shape shape{8, 9, 10, ""};
  const auto first = make_operands(InputKind::uniform, shape, 1);
  EXPECT_EQ(first.a, make_operands(InputKind::uniform, shape, 1).a);
  EXPECT_NE(first.a, make_operands(InputKind::uniform, shape, 2).a);
}

TEST(Inputs, UniformStaysInRangeAndIsNotConstant) {
  const auto operands = make_operands(InputKind::uniform, {40, 40, 40, ""}, 3);
  std::set<float> values;
  for (float value : operands.b) {
    ASSERT_GE(value, -1.0f);
    ASSERT_LT(value, 1.0f);
    values.insert(value);
  }
  EXPECT_GT(values.size(), 1500u);
}

TEST(Inputs, AreRightInPlainFp32) {
  for (InputKind kind : kAll) {
    for (const Shape& shape :
         {Shape{33, 50, 17, ""}, Shape{16, 16, 100, ""}, Shape{2, 7, 4095, ""}}) {
      const auto operands = make_operands(kind, shape, 11);
      const auto c = product(shape, operands, [](float value) { return value; });
      EXPECT_TRUE(compare(shape, c.data(), reference(kind, shape, operands)).right()) << name(kind);
    }
  }
}

TEST(Inputs, IdentityAsBCopiesColumnsOfA) {
  const Shape shape{3, 7, 5, ""};
  const auto operands = identity_as_b(shape);
  const auto c = product(shape, operands, [](float value) { return value; });
  for (int row = 0; row < shape.m; ++row) {
    for (int col = 0; col < shape.n; ++col) {
      EXPECT_EQ(c[row * shape.n + col], operands.a[row * shape.k + col % shape.k]);
    }
  }
}

TEST(Inputs, ExactFailsEveryRoundingThatTensorUnitsDo) {
  const Shape shape{16, 16, 100, ""};
  const auto operands = make_operands(InputKind::exact, shape, 5);
  const auto expected = reference(InputKind::exact, shape, operands);
  for (int mantissa_bits : {10, 7}) {  // TF32 and FP16 keep 10 stored bits, BF16 7
    const auto c =
        product(shape, operands, [&](float value) { return round_to(value, mantissa_bits); });
    const Comparison result = compare(shape, c.data(), expected);
    EXPECT_FALSE(result.right()) << mantissa_bits;
    EXPECT_TRUE(like_rounding(result, InputKind::exact)) << mantissa_bits;
  }
}

TEST(Inputs, TaggedSurvivesRounding) {
  const Shape shape{33, 50, 17, ""};
  const auto operands = make_operands(InputKind::tagged, shape, 5);
  const auto c = product(shape, operands, [](float value) { return round_to(value, 7); });
  EXPECT_TRUE(compare(shape, c.data(), reference(InputKind::tagged, shape, operands)).right());
}

TEST(Inputs, EveryKindButIdentityExposesSwappedOperands) {
  const Shape shape{24, 24, 24, ""};
  for (InputKind kind :
       {InputKind::tagged, InputKind::uniform, InputKind::exact, InputKind::near_tf32}) {
    const auto operands = make_operands(kind, shape, 9);
    const auto c = product(shape, {operands.b, operands.a}, [](float value) { return value; });
    EXPECT_FALSE(compare(shape, c.data(), reference(kind, shape, operands)).right()) << name(kind);
  }
}

}  // namespace
}  // namespace gemmlab
