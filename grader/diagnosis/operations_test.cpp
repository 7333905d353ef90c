#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "grader/diagnosis/sample_run.h"

namespace gemmlab {
namespace {

using sample::MadeUpRun;

const Shape kSmall{20, 24, 40, ""};

// What a run that computes such terms is called, and what it is said to compute.
template <typename Term>
const OtherOperation* operation_of(const MadeUpRun& run, std::vector<Explanation>& all, Term term,
                                   double begin = 0) {
  all = run.explained([&](int row, int col) {
    double sum = begin;
    for (int p = 0; p < run.shape.k; ++p) {
      sum = term(sum, run.a(row, p), run.b(p, col));
    }
    return sum;
  });
  return all.empty() ? nullptr : get_if<OtherOperation>(&all.front().cause);
}

TEST(Operations, AreNamedWhateverIsAddedUp) {
  const MadeUpRun run(kSmall);
  std::vector<Explanation> all;
  const auto* found =
      operation_of(run, all, [](double sum, double a, double b) { return sum + a + b; });
  ASSERT_TRUE(found);
  EXPECT_EQ(found->operation, Operation::plus);
  found = operation_of(run, all, [](double sum, double a, double b) { return sum + b - a; });
  ASSERT_TRUE(found);
  EXPECT_EQ(found->operation, Operation::reversed_minus);
  found = operation_of(run, all, [](double sum, double a, double) { return sum + a * a; });
  ASSERT_TRUE(found);
  EXPECT_EQ(found->operation, Operation::square_a);
}

TEST(Operations, AreNamedHoweverTheTermsAreJoined) {
  const MadeUpRun run(kSmall);
  std::vector<Explanation> all;
  const auto* found = operation_of(
      run, all, [](double so_far, double a, double b) { return std::fmax(so_far, a * b); });
  ASSERT_TRUE(found);
  EXPECT_EQ(found->operation, Operation::product);
  EXPECT_EQ(found->fold, Fold::largest);
  found = operation_of(
      run, all, [](double so_far, double a, double b) { return std::fmin(so_far, a + b); }, 1e30);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->operation, Operation::plus);
  EXPECT_EQ(found->fold, Fold::smallest);
}

TEST(Operations, TellWhereASumBegins) {
  const MadeUpRun run(kSmall);
  const auto all = run.explained([&](int row, int col) { return run.right(row, col) + 0.5; });
  ASSERT_FALSE(all.empty());
  ASSERT_TRUE(cause_is<SumBeginsAt>(all.front().cause));
  EXPECT_NEAR(get<SumBeginsAt>(all.front().cause).value, 0.5, 1e-3);
}

TEST(Operations, TellAMeanFromAnotherFactor) {
  const MadeUpRun run(kSmall);
  auto all = run.explained([&](int row, int col) { return run.right(row, col) / run.shape.k; });
  ASSERT_FALSE(all.empty());
  ASSERT_TRUE(cause_is<SumScaled>(all.front().cause));
  EXPECT_EQ(get<SumScaled>(all.front().cause).divided_by_k, 40);
  all = run.explained([&](int row, int col) { return run.right(row, col) / 2; });
  ASSERT_FALSE(all.empty());
  ASSERT_TRUE(cause_is<SumScaled>(all.front().cause));
  EXPECT_NEAR(get<SumScaled>(all.front().cause).factor, 0.5, 1e-5);
}

TEST(Operations, TellLostSigns) {
  const MadeUpRun run(kSmall);
  EXPECT_EQ(run.said([&](int row, int col) { return std::fmax(run.right(row, col), 0); }),
            "negatives_lost");
  EXPECT_EQ(run.said([&](int row, int col) { return std::fabs(run.right(row, col)); }),
            "negatives_lost");
}

TEST(Operations, TellElementsThatOnlyTheirThreadUses) {
  const MadeUpRun run({32, 32, 40, ""});
  const auto own = [&](int row, int col) {
    double sum = 0;
    for (int k0 = 0; k0 < 40; k0 += 16) {
      const int p = k0 + col % 16, q = k0 + row % 16;
      sum += (p < 40 ? run.a(row, p) : 0) * (q < 40 ? run.b(q, col) : 0);
    }
    return sum;
  };
  EXPECT_EQ(run.said(own), "own_elements_only");
}

TEST(Operations, TellOneTileForBothMatrices) {
  const MadeUpRun run({32, 32, 32, ""});
  const auto of_b = [&](int row, int col) {
    double sum = 0;
    for (int p = 0; p < 32; ++p) {
      sum += run.b(p / 16 * 16 + row % 16, col / 16 * 16 + p % 16) * run.b(p, col);
    }
    return sum;
  };
  EXPECT_EQ(run.said(of_b), "one_tile_for_both");
}

TEST(WholeNumbers, AreNoSumsOfFractions) {
  MadeUpRun run(kSmall);
  run.whole_numbers_were_right = true;
  EXPECT_EQ(run.said([](int, int) { return 0; }), "whole_numbers");
  run.whole_numbers_were_right = false;
  EXPECT_EQ(run.said([](int row, int col) { return row - col; }), "whole_numbers");
}

TEST(WholeNumbers, MayBeZeroForOtherReasons) {
  const MadeUpRun run(kSmall);
  const auto all = run.explained([](int, int) { return 0; });
  const Explanation* const whole = find(all, Explanation{WholeNumbers{}});
  ASSERT_TRUE(whole);
  EXPECT_FALSE(whole->is_certain);
  EXPECT_TRUE(find(all, Explanation{StoredZero{}}));
}

}  // namespace
}  // namespace gemmlab
