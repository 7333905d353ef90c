#include "grader/core/diagnosis.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

namespace gemmlab {
namespace {

using testing::HasSubstr;

// What is said of a program that stores element(row, col) where it should store the product.
std::string said(const Shape& shape,
                 const std::function<double(const Operands&, const Expected&, int, int)>& element) {
  const auto operands = make_operands(InputKind::uniform, shape, 3);
  const auto expected = reference(InputKind::uniform, shape, operands);
  std::vector<float> c;
  for (int row = 0; row < shape.m; ++row) {
    for (int col = 0; col < shape.n; ++col) {
      c.push_back(float(element(operands, expected, row, col)));
    }
  }
  return diagnose(shape, operands, expected, c.data(), compare(shape, c.data(), expected));
}

TEST(Diagnosis, NamesAMissingTail) {
  const Shape shape{33, 50, 100, ""};
  EXPECT_THAT(said(shape, [&](const Operands& in, const Expected&, int row,
                              int col) { return partial_dot(shape, in, row, col, 96); }),
              HasSubstr("stop at k = 96 of 100"));
}

TEST(Diagnosis, NamesDoubledSums) {
  EXPECT_THAT(said({33, 50, 17, ""}, [](const Operands&, const Expected& out, int row,
                                        int col) { return 2 * out.c[row * 50 + col]; }),
              HasSubstr("twice"));
}

TEST(Diagnosis, NamesAWrongRowLength) {
  const Shape shape{20, 30, 40, ""};
  EXPECT_THAT(said(shape,
                   [&](const Operands& in, const Expected&, int row, int col) {
                     double sum = 0;
                     for (int i = 0; i < 40; ++i) {
                       sum += double(in.a[row * 40 + i]) * in.b[i * 20 + col];
                     }
                     return sum;
                   }),
              HasSubstr("b is read as if its rows were 20 elements long (m)"));
}

TEST(Diagnosis, NamesSwappedOperandsOfSquareMatrices) {
  const Shape shape{24, 24, 24, ""};
  EXPECT_THAT(said(shape,
                   [&](const Operands& in, const Expected&, int row, int col) {
                     return partial_dot(shape, {in.b, in.a}, row, col, 24);
                   }),
              HasSubstr("B * A"));
}

TEST(Diagnosis, NamesTheLastColumns) {
  EXPECT_THAT(said({33, 50, 17, ""},
                   [](const Operands&, const Expected& out, int row, int col) {
                     return col < 48 ? out.c[row * 50 + col] : 12.0 + row + col;
                   }),
              HasSubstr("columns 48 to 49"));
}

TEST(Diagnosis, SaysNothingOfScatteredErrors) {
  EXPECT_EQ(said({33, 50, 17, ""},
                 [](const Operands&, const Expected& out, int row, int col) {
                   return out.c[row * 50 + col] + ((row * 50 + col) % 7 == 3 ? row + 1 : 0);
                 }),
            "");
}

}  // namespace
}  // namespace gemmlab
