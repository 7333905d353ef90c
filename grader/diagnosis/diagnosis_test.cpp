#include "grader/diagnosis/diagnosis.h"

#include <gtest/gtest.h>

#include <cmath>

#include "grader/diagnosis/sample_run.h"

namespace gemmlab {
namespace {

using sample::MadeUpRun;

TEST(Diagnosis, SaysNothingOfScatteredErrors) {
  const MadeUpRun run({33, 50, 17, ""});
  EXPECT_EQ(run.said([&](int row, int col) {
    return run.right(row, col) + ((row * 50 + col) % 7 == 3 ? row + 1 : 0);
  }),
            "");
}

TEST(Diagnosis, SaysNothingOfNumbersWithoutARule) {
  const MadeUpRun run({33, 50, 17, ""});
  EXPECT_EQ(run.said([&](int row, int col) { return std::sin(row * 50 + col); }), "");
}

TEST(Diagnosis, IsNotCertainOfOneElement) {
  const MadeUpRun run({1, 1, 16, ""});
  const auto doubled = [&](int row, int col) { return 2 * run.right(row, col); };
  EXPECT_EQ(run.said(doubled), "");
  ASSERT_FALSE(run.explained(doubled).empty());
  EXPECT_TRUE(cause_is<SumMultiplied>(run.explained(doubled).front().cause));
}

// With a single product, a zero may also come from a read past the end.
TEST(Diagnosis, IsNotCertainOfZeroWhereASumHasOneProduct) {
  const auto zero = [](int, int) { return 0.0; };
  EXPECT_EQ(MadeUpRun({1, 1, 1, ""}).said(zero), "");
  EXPECT_EQ(MadeUpRun({50, 7, 1, ""}).said(zero), "");
  EXPECT_EQ(MadeUpRun({50, 7, 2, ""}).said(zero), "stored_zero");
}

// A claim about all sums must also hold where C is right.
TEST(Diagnosis, TakesRightElementsForEvidence) {
  const MadeUpRun run({32, 48, 40, ""});
  EXPECT_EQ(run.said([&](int row, int col) { return 2 * run.right(row, col); }), "sum_multiplied");
  EXPECT_NE(run.said([&](int row, int col) {
    return ((row * 48 + col) % 5 ? 1 : 2) * run.right(row, col);
  }),
            "sum_multiplied");
}

TEST(Diagnosis, CountsFromTheMostSpecificToTheMostGeneral) {
  const MadeUpRun run({33, 50, 32, ""});
  const auto found = run.explained(
      [&](int row, int col) { return run.sum(row, col, [](int p) { return p < 16; }); });
  ASSERT_GE(found.size(), 2u);
  EXPECT_TRUE(cause_is<LastPhaseMissing>(found.front().cause));
  EXPECT_EQ(found.front().tile, 16);
}

}  // namespace
}  // namespace gemmlab
