#include "grader/core/compare.h"

#include <gtest/gtest.h>

#include <cmath>

namespace gemmlab {
namespace {

const Shape kShape{67, 130, 41, ""};

class SpotCheckTest : public testing::TestWithParam<InputKind> {
 protected:
  SpotCheckTest() {
    for (double value : reference(GetParam(), kShape, operands_).c) {
      c_.push_back(float(value));
    }
  }

  bool passes(std::uint64_t seed = 5) const {
    return passes_spot_check(GetParam(), kShape, operands_, c_.data(), seed);
  }

  Operands operands_ = make_operands(GetParam(), kShape, 11);
  std::vector<float> c_;
};

TEST_P(SpotCheckTest, PassesWhatIsRight) {
  EXPECT_TRUE(passes());
}

TEST_P(SpotCheckTest, FindsOneNaNAnywhere) {
  c_[31 * 130 + 77] = NAN;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    EXPECT_FALSE(passes(seed));
  }
}

TEST_P(SpotCheckTest, FindsAWrongCorner) {
  c_.back() += std::fabs(c_.back()) + 1;
  EXPECT_FALSE(passes());
}

INSTANTIATE_TEST_SUITE_P(EachInput, SpotCheckTest,
                         testing::Values(InputKind::identity, InputKind::tagged, InputKind::uniform,
                                         InputKind::exact),
                         [](const auto& info) { return std::string(name(info.param)); });

TEST(SpotCheck, FindsOneWrongElementOfIntegerProducts) {
  const Shape shape{501, 490, 6, ""};  // far more elements than the sample has
  const Operands operands = make_operands(InputKind::tagged, shape, 1);
  std::vector<float> c;
  for (double value : reference(InputKind::tagged, shape, operands).c) {
    c.push_back(float(value));
  }
  c[std::size_t(250) * 490 + 333] += 1;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    EXPECT_FALSE(passes_spot_check(InputKind::tagged, shape, operands, c.data(), seed));
  }
}

TEST(RelativeError, IsAShareOfTheMagnitude) {
  const float a[] = {1, 2, 3, -4}, b[] = {5, 6, 7, 8};  // 2x2 each
  const Shape shape{2, 2, 2, ""};
  EXPECT_EQ(relative_error(shape, a, b, 1, 0, 3 * 5 - 4 * 7), 0);
  EXPECT_DOUBLE_EQ(relative_error(shape, a, b, 1, 0, 3 * 5 - 4 * 7 + 1), 1.0 / 43);
  EXPECT_FALSE(relative_error(shape, a, b, 1, 0, NAN) <= 1);
}

// Rounds like tensor cores: 10 bits after the point.
float to_tf32(float value) {
  int exponent;
  const float fraction = std::frexp(value, &exponent);
  return std::ldexp(std::nearbyint(std::ldexp(fraction, 11)), exponent - 11);
}

TEST(RelativeError, TellsRoundedOperandsFromFp32) {
  for (int k : {256, 1024, 4096}) {
    const Shape shape{1, 64, k, ""};
    const Operands operands = make_operands(InputKind::uniform, shape, 3);
    double fp32 = 0, tf32 = 0;
    for (int col = 0; col < shape.n; ++col) {
      float sum = 0, rounded_sum = 0;
      for (int i = 0; i < k; ++i) {
        const float a = operands.a[i], b = operands.b[std::size_t(i) * shape.n + col];
        sum += a * b;
        rounded_sum += to_tf32(a) * to_tf32(b);
      }
      const float *a = operands.a.data(), *b = operands.b.data();
      fp32 += std::pow(relative_error(shape, a, b, 0, col, sum), 2) / shape.n;
      tf32 += std::pow(relative_error(shape, a, b, 0, col, rounded_sum), 2) / shape.n;
    }
    EXPECT_LT(std::sqrt(fp32), 0.2 * most_noise(Precision::fp32, k)) << k;
    EXPECT_GT(std::sqrt(tf32), 3 * most_noise(Precision::fp32, k)) << k;
  }
}

}  // namespace
}  // namespace gemmlab
