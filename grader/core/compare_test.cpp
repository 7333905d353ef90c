#include "grader/core/compare.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

namespace gemmlab {
namespace {

// One element, from the first `terms` of its k products.
double partial_dot(const Shape& shape, const Operands& operands, int row, int col, int terms) {
  double sum = 0;
  for (int k = 0; k < terms; ++k) {
    sum += double(operands.a[std::size_t(row) * shape.k + k]) *
           operands.b[std::size_t(k) * shape.n + col];
  }
  return sum;
}

float poison() {
  float value;
  std::memcpy(&value, &kPoisonBits, sizeof value);
  return value;
}

// A shape with its correct C, which tests modify.
struct Product {
  Shape shape;
  Operands operands;
  Expected expected;
  std::vector<float> c;

  explicit Product(const Shape& extents, InputKind kind = InputKind::uniform)
      : shape(extents),
        operands(make_operands(kind, shape, 7)),
        expected(reference(kind, shape, operands)),
        c(expected.c.begin(), expected.c.end()) {}

  Comparison compared() const { return compare(shape, c.data(), expected); }
};

TEST(Compare, AcceptsRoundedValues) {
  EXPECT_TRUE(Product({9, 7, 100, ""}).compared().right());
}

TEST(Compare, AcceptsFp32SumsInAnyOrder) {
  Product p({5, 6, 3000, ""});
  for (int row = 0; row < 5; ++row) {
    for (int col = 0; col < 6; ++col) {
      float forwards = 0, backwards = 0;
      for (int k = 0; k < 3000; ++k) {
        forwards += p.operands.a[row * 3000 + k] * p.operands.b[k * 6 + col];
        backwards += p.operands.a[row * 3000 + 2999 - k] * p.operands.b[(2999 - k) * 6 + col];
      }
      p.c[row * 6 + col] = (row + col) % 2 ? forwards : backwards;
    }
  }
  EXPECT_TRUE(p.compared().right());
}

TEST(Compare, RejectsNaN) {
  Product p({4, 4, 4, ""});
  p.c[5] = std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ(verdict_of(p.compared()), Verdict::not_finite);
  EXPECT_EQ(p.compared().wrong, 1u);
}

TEST(Compare, RejectsInfinity) {
  Product p({4, 4, 4, ""});
  p.c[5] = std::numeric_limits<float>::infinity();
  EXPECT_EQ(verdict_of(p.compared()), Verdict::not_finite);
}

TEST(Compare, WantsInfinityToReachItsRowAndNoOther) {
  Product p({3, 4, 5, ""});
  p.operands.a[1 * 5 + 2] = INFINITY;
  p.expected = reference(InputKind::uniform, p.shape, p.operands);
  EXPECT_EQ(p.compared().wrong, 4u) << "the row is finite";
  for (int col = 0; col < 4; ++col) {
    p.c[1 * 4 + col] = float(p.expected.c[1 * 4 + col]);
  }
  EXPECT_TRUE(p.compared().right());
  p.c[0] = NAN;
  EXPECT_EQ(p.compared().not_finite, 1u);
}

TEST(Compare, TellsUnwrittenFromWrong) {
  Product p({4, 4, 4, ""});
  p.c[15] = poison();
  EXPECT_EQ(verdict_of(p.compared()), Verdict::partial);
  p.c[0] += 1;
  EXPECT_EQ(verdict_of(p.compared()), Verdict::wrong);
  std::fill(p.c.begin(), p.c.end(), poison());
  EXPECT_EQ(verdict_of(p.compared()), Verdict::unfinished);
}

TEST(Compare, KnowsThePoisonAfterArithmetic) {
  Product p({4, 4, 4, ""});
  volatile float before = poison();
  p.c[3] = before + 1.0f;
  EXPECT_EQ(p.compared().unwritten, 0u);
  EXPECT_EQ(p.compared().added_to_poison, 1u);
}

TEST(Compare, FindsTheTransposeOfAnyShape) {
  Product p({3, 5, 4, ""});
  std::vector<float> transposed(15);
  for (int row = 0; row < 3; ++row) {
    for (int col = 0; col < 5; ++col) {
      transposed[col * 3 + row] = p.c[row * 5 + col];
    }
  }
  p.c = transposed;
  EXPECT_EQ(verdict_of(p.compared()), Verdict::transposed);
}

TEST(Compare, WantsExactInputsBitForBit) {
  Product p({8, 8, 50, ""}, InputKind::exact);
  ASSERT_TRUE(p.compared().right());
  p.c[10] = std::nextafter(p.c[10], 1e9f);
  EXPECT_EQ(p.compared().wrong, 1u);
  EXPECT_TRUE(like_rounding(p.compared(), InputKind::exact));
  EXPECT_FALSE(like_rounding(p.compared(), InputKind::uniform));  // it would affect most of them
}

TEST(Compare, MapsWhereCIsWrongAndByHowMuch) {
  Product p({40, 60, 4, ""});
  EXPECT_FALSE(p.compared().error_map);
  p.c[39 * 60 + 59] += 1;
  p.c[0] = poison();
  p.c[8] = std::numeric_limits<float>::quiet_NaN();
  const Comparison result = p.compared();
  ASSERT_TRUE(result.error_map);
  const ErrorMap& map = *result.error_map;
  EXPECT_EQ(map.width, 8);
  EXPECT_EQ(map.cells[0], (ErrorCell{64, 1, 1, 0}));
  EXPECT_EQ(map.cells[1], (ErrorCell{64, 1, 0, INFINITY}));
  EXPECT_EQ(map.cells.back().wrong, 1);
  EXPECT_GT(map.cells.back().worst, 0.1);
  ASSERT_EQ(map.first.size(), 3u);
  EXPECT_EQ(map.first[2].row, 39);
}

TEST(Compare, ListsAtMostFiveElements) {
  Product p({8, 8, 8, ""});
  for (float& value : p.c) {
    value += 1;
  }
  const Comparison result = p.compared();
  EXPECT_EQ(result.wrong, 64u);
  ASSERT_EQ(result.first.size(), 5u);
  EXPECT_EQ(result.first[1].col, 1);
}

TEST(LikeRounding, HoldsForHalfPrecisionButNotForAMissingProduct) {
  Product p({16, 16, 64, ""});
  Product rounded = p;
  for (float& value : rounded.c) {
    value *= 1 + 0x1p-10f;
  }
  EXPECT_TRUE(like_rounding(rounded.compared(), InputKind::uniform));
  for (int i = 0; i < 256; ++i) {
    p.c[i] = float(partial_dot(p.shape, p.operands, i / 16, i % 16, 60));
  }
  EXPECT_FALSE(like_rounding(p.compared(), InputKind::uniform));
}

}  // namespace
}  // namespace gemmlab
