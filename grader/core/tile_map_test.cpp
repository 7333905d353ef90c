#include "grader/core/tile_map.h"

#include <gtest/gtest.h>

namespace gemmlab {
namespace {

TEST(TileMap, ShowsSmallMatricesElementByElement) {
  const auto map = tile_map(2, 3,
                            {Element::right, Element::wrong, Element::unwritten, Element::right,
                             Element::right, Element::right});
  ASSERT_EQ(map.size(), 3u);
  EXPECT_EQ(map[1], ".#-");
  EXPECT_EQ(map[2], "...");
}

TEST(TileMap, GroupsLargeOnesAndMarksMixedTiles) {
  std::vector<Element> elements(64 * 64, Element::right);
  elements[0] = Element::wrong;
  for (int row = 0; row < 64; ++row) {
    for (int col = 56; col < 64; ++col) {
      elements[row * 64 + col] = Element::wrong;
    }
  }
  const auto map = tile_map(64, 64, elements);
  ASSERT_EQ(map.size(), 9u);
  EXPECT_EQ(map[1], "+......#");
  EXPECT_EQ(map[8], ".......#");
}

TEST(TileMap, FitsATerminalWhateverTheShape) {
  for (const auto& [rows, cols] : {std::pair{1, 4096}, {4096, 1}, {1003, 1001}}) {
    const auto map = tile_map(rows, cols, std::vector<Element>(rows * cols, Element::wrong));
    EXPECT_LE(map.size(), 25u);
    EXPECT_LE(map[1].size(), 48u);
  }
}

}  // namespace
}  // namespace gemmlab
