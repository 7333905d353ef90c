// Outputs of threads at other places than their own, and guards that stand for several outputs.
#include <gtest/gtest.h>

#include "grader/diagnosis/sample.h"

namespace gemmlab {
namespace {

using sample::kUnwritten;
using sample::MadeUpRun;

// The first certain sentence about a C [m, n]; empty: none.
std::string sentence(const MadeUpRun& run, const std::function<double(int row, int col)>& element) {
  for (const Explanation& each : run.explained(element)) {
    if (each.is_certain) {
      return each.sentence;
    }
  }
  return "";
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(DiagnosisLayouts, KnowsBReadByTheThreadsRow) {
  const MadeUpRun run({128, 128, 8, ""});
  const auto element = [&](int row, int col) {
    return run.right(row, col / 64 * 64 + row % 64 / 4 * 4 + col % 4);
  };
  EXPECT_EQ(run.said(element), "threads_swapped");
  EXPECT_TRUE(has(sentence(run, element), "B's columns are chosen by"));
}

TEST(DiagnosisLayouts, SaysWhichRowHoldsWhich) {
  const MadeUpRun run({40, 50, 8, ""});
  const auto element = [&](int row, int col) { return run.right((row * 3 + 5) % 40, col); };
  EXPECT_EQ(run.said(element), "outputs_mixed_up");
  EXPECT_TRUE(has(sentence(run, element), "Row 0 of C holds what belongs to row 5"));
}

TEST(DiagnosisLayouts, NamesTwoNumbersOfOutputs) {
  const MadeUpRun run({32, 32, 8, ""});
  const auto element = [&](int row, int col) {
    return col % 8 < 4 ? run.right(row, col / 8 * 4 + col % 8) : kUnwritten;
  };
  EXPECT_EQ(run.said(element), "outputs_mixed_up");
  EXPECT_TRUE(has(sentence(run, element),
                  "thread * 8 + i of C holds what belongs to column "
                  "thread * 4 + i"));
}

TEST(DiagnosisLayouts, KnowsAGuardThatStandsForAllOutputs) {
  const MadeUpRun run({33, 50, 8, ""});  // of 2 columns, 16 apart
  const auto element = [&](int row, int col) {
    return col / 32 * 32 + col % 16 + 16 < 50 ? run.right(row, col) : kUnwritten;
  };
  EXPECT_EQ(run.said(element), "outputs_not_stored");
  EXPECT_TRUE(has(sentence(run, element), "one guard for all 2 outputs"));
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
  EXPECT_TRUE(has(sentence(run, moved(32)), "B's place moves on by 32 elements"));
  EXPECT_EQ(run.said(moved(33)), "");
}

}  // namespace
}  // namespace gemmlab
