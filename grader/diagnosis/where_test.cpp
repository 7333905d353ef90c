// The diagnosis for unwritten or wrong parts of C, with and without a known launch.
#include <gtest/gtest.h>

#include "grader/diagnosis/sample_run.h"

namespace gemmlab {
namespace {

using sample::kUnwritten;
using sample::MadeUpRun;

LaunchShape launch(unsigned grid_x, unsigned grid_y, unsigned block_x, unsigned block_y) {
  return {{grid_x, grid_y, 1}, {block_x, block_y, 1}, 0};
}

// Writes only what is before these rows and columns.
std::string said_of_cut(const Shape& shape, int rows, int cols, const LaunchShape& launch) {
  MadeUpRun run(shape);
  run.launches = {launch};
  return run.said([&](int row, int col) {
    return row < rows && col < cols ? run.right(row, col) : kUnwritten;
  });
}

TEST(DiagnosisWhere, TellsCutGridsApart) {
  const Shape shape{33, 50, 8, ""};
  EXPECT_EQ(said_of_cut(shape, 32, 48, launch(3, 2, 16, 16)), "grid_rounded_down");
  EXPECT_EQ(said_of_cut(shape, 16, 16, launch(1, 1, 16, 16)), "first_block_only");
  EXPECT_EQ(said_of_cut(shape, 33, 16, launch(1, 3, 16, 16)), "grid_too_small");
  EXPECT_EQ(said_of_cut(shape, 32, 48, launch(4, 3, 16, 16)), "partial_tiles_not_stored");
  EXPECT_EQ(said_of_cut(shape, 33, 41, launch(4, 3, 16, 16)), "part_not_written");
  EXPECT_EQ(said_of_cut({64, 32, 8, ""}, 32, 32, launch(4, 2, 16, 16)), "grid_swapped");
}

TEST(DiagnosisWhere, DoesNotBlameAGridThatItDoesNotKnow) {
  const MadeUpRun run({33, 50, 8, ""});
  EXPECT_EQ(run.said([&](int row, int col) { return row < 32 ? run.right(row, col) : kUnwritten; }),
            "partial_tiles_not_stored");
  EXPECT_EQ(run.said([&](int row, int col) { return row < 19 ? run.right(row, col) : kUnwritten; }),
            "part_not_written");
}

TEST(DiagnosisWhere, KnowsOutputsThatEveryThreadLeavesOut) {
  MadeUpRun run({64, 32, 8, ""});
  run.launches = {launch(1, 2, 32, 8)};
  EXPECT_EQ(
      run.said([&](int row, int col) { return row % 32 < 8 ? run.right(row, col) : kUnwritten; }),
      "outputs_not_stored");
  EXPECT_EQ(
      run.said([&](int row, int col) { return row % 8 == 0 ? run.right(row, col) : kUnwritten; }),
      "thread_index_missing");
  EXPECT_EQ(run.said([&](int row, int col) { return row % 32 < 8 ? run.right(row, col) : row; }),
            "some_outputs_wrong");
  EXPECT_EQ(run.said([&](int row, int col) {
    return row * 7 % 32 < 8 ? run.right(row, col) : kUnwritten;
  }),
            "");
}

TEST(DiagnosisWhere, NamesTheLastTiles) {
  const MadeUpRun run({33, 50, 17, ""});
  const auto wrong_from = [&](int first_row, int first_col) {
    return run.explained([&, first_row, first_col](int row, int col) {
      return row < first_row && col < first_col ? run.right(row, col) : 12.0 + row + col;
    });
  };
  ASSERT_FALSE(wrong_from(33, 48).empty());
  const Cause columns = wrong_from(33, 48).front().cause;
  ASSERT_TRUE(cause_is<LastTileWrong>(columns));
  EXPECT_EQ(get<LastTileWrong>(columns).region->cols.first, 48);
  EXPECT_TRUE(cause_is<LastTileWrong>(wrong_from(32, 48).front().cause));
  ASSERT_EQ(wrong_from(33, 17).size(), 2u);
  EXPECT_TRUE(wrong_from(33, 17).front().may_be_chance);  // reported if a second shape shows it
  const Cause part = wrong_from(33, 17).front().cause;
  ASSERT_TRUE(cause_is<PartWrong>(part));
  EXPECT_EQ(get<PartWrong>(part).extent, Extent::k);
  const Cause other_part = wrong_from(33, 19).front().cause;
  ASSERT_TRUE(cause_is<PartWrong>(other_part));
  EXPECT_FALSE(get<PartWrong>(other_part).extent);
}

TEST(DiagnosisWhere, KnowsWhenNothingWasWritten) {
  const MadeUpRun run({5, 4, 3, ""});
  EXPECT_EQ(run.said([](int, int) { return kUnwritten; }), "not_written");
}

}  // namespace
}  // namespace gemmlab
