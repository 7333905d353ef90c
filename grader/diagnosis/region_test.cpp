#include "grader/diagnosis/explanations.h"

#include <gtest/gtest.h>

namespace gemmlab {
namespace {

Stripes stripes(int extent, const std::function<bool(int)>& is_in) {
  std::vector<bool> all;
  for (int i = 0; i < extent; ++i) {
    all.push_back(is_in(i));
  }
  return stripes_of(all);
}

TEST(Stripes, AreRegularOnlyIfThePeriodIsSeenTwice) {
  EXPECT_EQ(stripes(64, [](int i) { return i % 32 >= 8; }).kind, Stripes::Kind::regular);
  EXPECT_NE(stripes(63, [](int i) { return i % 32 >= 8; }).kind, Stripes::Kind::regular);
}

TEST(Region, IsABandOrWhereTwoBandsCross) {
  const auto band = region_of(
      33, 50, [](int row, int col) { return row >= 32 || col >= 48; }, 0);
  ASSERT_TRUE(band);
  EXPECT_EQ(band->kind, Region::Kind::either);
  EXPECT_EQ(band->rows.first, 32);
  EXPECT_EQ(band->cols.first, 48);
  const auto corner = region_of(
      33, 50, [](int row, int col) { return row >= 32 && col >= 48; }, 0);
  ASSERT_TRUE(corner);
  EXPECT_EQ(corner->kind, Region::Kind::crossing);
  EXPECT_FALSE(region_of(
      33, 50, [](int row, int col) { return row == col; }, 0));
}

TEST(Region, MayHaveAsManyHolesAsAllowed) {
  const auto holey = [](int row, int col) { return row >= 24 && (row + col) % 20 != 0; };
  EXPECT_TRUE(region_of(32, 40, holey, 10));
  EXPECT_FALSE(region_of(32, 40, holey, 0));
}

}  // namespace
}  // namespace gemmlab
