// Threads whose outputs are at wrong places, and guards that cover several outputs.
#include <gtest/gtest.h>

#include "grader/diagnosis/sample_run.h"

namespace gemmlab {
namespace {

using sample::kUnwritten;
using sample::MadeUpRun;

// The first certain cause of a C [m, n], which must have that type.
template <typename Kind>
Kind cause(const MadeUpRun& run, const std::function<double(int row, int col)>& element) {
  for (const Explanation& each : run.explained(element)) {
    if (each.is_certain && cause_is<Kind>(each.cause)) {
      return get<Kind>(each.cause);
    }
    EXPECT_FALSE(each.is_certain) << name_of(each.cause);
  }
  ADD_FAILURE() << "no certain cause";
  return {};
}

template <typename How>
How mixed_up(const MadeUpRun& run, const std::function<double(int row, int col)>& element) {
  return get<How>(cause<OutputsMixedUp>(run, element).how);
}

TEST(DiagnosisLayouts, KnowsBReadByTheThreadsRow) {
  const MadeUpRun run({128, 128, 8, ""});
  const auto element = [&](int row, int col) {
    return run.right(row, col / 64 * 64 + row % 64 / 4 * 4 + col % 4);
  };
  EXPECT_EQ(run.said(element), "threads_swapped");
  EXPECT_EQ(cause<ThreadsSwapped>(run, element).matrix, Matrix::b);
}

TEST(DiagnosisLayouts, SaysWhichRowHoldsWhich) {
  const MadeUpRun run({40, 50, 8, ""});
  const auto element = [&](int row, int col) { return run.right((row * 3 + 5) % 40, col); };
  EXPECT_EQ(run.said(element), "outputs_mixed_up");
  const auto how = mixed_up<LinesMoved>(run, element);
  EXPECT_EQ(how.axis, Axis::row);
  ASSERT_EQ(how.examples.size(), 2u);
  EXPECT_EQ(how.examples[0].at, 0);
  EXPECT_EQ(how.examples[0].origin, 5);
}

TEST(DiagnosisLayouts, NamesTwoNumbersOfOutputs) {
  const MadeUpRun run({32, 32, 8, ""});
  const auto element = [&](int row, int col) {
    return col % 8 < 4 ? run.right(row, col / 8 * 4 + col % 8) : kUnwritten;
  };
  EXPECT_EQ(run.said(element), "outputs_mixed_up");
  const auto how = mixed_up<OutputsCounted>(run, element);
  EXPECT_EQ(how.axis, Axis::column);
  EXPECT_EQ(how.stored, 8);
  EXPECT_EQ(how.summed, 4);
}

TEST(DiagnosisLayouts, KnowsAGuardThatStandsForAllOutputs) {
  const MadeUpRun run({33, 50, 8, ""});  // of 2 columns, 16 apart
  const auto element = [&](int row, int col) {
    return col / 32 * 32 + col % 16 + 16 < 50 ? run.right(row, col) : kUnwritten;
  };
  EXPECT_EQ(run.said(element), "outputs_not_stored");
  EXPECT_EQ(cause<OutputsNotStored>(run, element).outputs, 2);
}

TEST(DiagnosisLayouts, KnowsWhatTilesOfBMoveOnBy) {
  const MadeUpRun run({64, 50, 96, ""});
  const auto moved = [&](int by) {
    return [&run, by](int row, int col) {
      double sum = 0;
      for (int p = 0; p < 96; ++p) {
        const std::size_t index = std::size_t(p % 32) * 50 + col + p / 32 * by;
        sum += run.a(row, p) * (index < run.operands.b.size() ? run.operands.b[index] : 0);
      }
      return sum;
    };
  };
  EXPECT_EQ(run.said(moved(32)), "wrong_step");
  const auto step = cause<WrongStep>(run, moved(32));
  EXPECT_EQ(step.matrix, Matrix::b);
  EXPECT_EQ(step.count, 32);
  EXPECT_FALSE(step.rows);
  EXPECT_EQ(run.said(moved(33)), "");
}

}  // namespace
}  // namespace gemmlab
