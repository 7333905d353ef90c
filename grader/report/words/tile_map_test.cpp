
#include <gtest/gtest.h>

#include "grader/core/error_map.h"
#include "grader/report/words/check_words.h"

namespace gemmlab {
namespace {

TEST(TileMap, ShowsSmallMatricesElementByElement) {
  ErrorMap errors = right_everywhere(2, 3);
  add_wrong(errors, 0, 1, 1, false);
  add_wrong(errors, 0, 2, 0, true);
  const auto map = tile_map(errors);
  ASSERT_EQ(map.size(), 3u);
  EXPECT_EQ(map[1], ".#-");
  EXPECT_EQ(map[2], "...");
}

TEST(TileMap, GroupsLargeOnesAndMarksMixedTiles) {
  ErrorMap errors = right_everywhere(64, 64);
  add_wrong(errors, 0, 0, 1, false);
  for (int row = 0; row < 64; ++row) {
    for (int col = 56; col < 64; ++col) {
      add_wrong(errors, row, col, 1, false);
    }
  }
  const auto map = tile_map(errors);
  ASSERT_EQ(map.size(), 9u);
  EXPECT_EQ(map[1], "+......#");
  EXPECT_EQ(map[8], ".......#");
}

TEST(TileMap, FitsATerminalWhateverTheShape) {
  for (const auto& [rows, cols] : {std::pair{1, 4096}, {4096, 1}, {1003, 1001}, {40, 48}}) {
    const auto map = tile_map(right_everywhere(rows, cols));
    EXPECT_LE(map.size(), 25u);
    EXPECT_LE(map[1].size(), 48u);
  }
}

}  // namespace
}  // namespace gemmlab
