#include "grader/diagnosis/access_pattern.h"

#include <gtest/gtest.h>

#include "grader/diagnosis/sample_access.h"

namespace gemmlab {
namespace {

using sample::place_of;
using Kind = LanePattern::Kind;

LanePattern pattern(const sample::Position& position, int lanes = 32) {
  return pattern_of(place_of("a", Space::global, false, 128, 128, position, lanes));
}

TEST(Pattern, OfOneElementForAll) {
  const LanePattern found = pattern([](int) { return std::pair(3, 5); });
  EXPECT_EQ(found.kind, Kind::one_element);
  EXPECT_EQ(found.lanes, 32u);
  EXPECT_EQ(found.distinct, 1u);
  EXPECT_EQ(found.each, 32u);
}

TEST(Pattern, OfNeighboursInARowWhereverTheyBegin) {
  const LanePattern on_edge = pattern([](int lane) { return std::pair(3, 8 + lane); });
  EXPECT_EQ(on_edge.kind, Kind::neighbours);
  EXPECT_EQ(on_edge.rows, 1u);
  EXPECT_TRUE(on_edge.on_sector_edge);
  EXPECT_FALSE(on_edge.down_rows);
  EXPECT_FALSE(pattern([](int lane) { return std::pair(3, 9 + lane); }).on_sector_edge);
}

TEST(Pattern, OfNeighboursOverTheEndOfARow) {
  const LanePattern found =
      pattern([](int lane) { return std::pair((112 + lane) / 128, (112 + lane) % 128); });
  EXPECT_EQ(found.kind, Kind::neighbours);
  EXPECT_EQ(found.rows, 2u);
}

TEST(Pattern, OfPiecesOfRows) {
  const LanePattern found = pattern([](int lane) { return std::pair(lane / 16, lane % 16); });
  EXPECT_EQ(found.kind, Kind::row_pieces);
  EXPECT_EQ(found.rows, 2u);
  EXPECT_EQ(found.run, 16u);
  EXPECT_FALSE(found.down_rows);
}

TEST(Pattern, OfAColumnAndWhetherNeighbouringLanesGoDownIt) {
  const LanePattern down = pattern([](int lane) { return std::pair(lane, 7); });
  EXPECT_EQ(down.kind, Kind::column);
  EXPECT_EQ(down.rows, 32u);
  EXPECT_TRUE(down.down_rows);
  const LanePattern across = pattern([](int lane) { return std::pair(lane / 4, 7); });
  EXPECT_EQ(across.kind, Kind::column);
  EXPECT_EQ(across.each, 4u);
  EXPECT_FALSE(across.down_rows);
}

TEST(Pattern, OfStridesInElements) {
  const LanePattern found = pattern([](int lane) { return std::pair(0, 4 * lane); });
  EXPECT_EQ(found.kind, Kind::strided);
  EXPECT_EQ(found.stride, 4);
}

TEST(Pattern, OfAnythingElseIsIrregular) {
  EXPECT_EQ(pattern([](int lane) { return std::pair(0, lane * lane % 97); }).kind, Kind::irregular);
  EXPECT_EQ(pattern([](int lane) { return std::pair(lane, lane); }).kind, Kind::irregular);
}

TEST(Pattern, KnowsNoRowsWhereTheVariableHasNone) {
  AccessPlace place =
      place_of("s", Space::shared, true, 1, 1024, [](int lane) { return std::pair(0, 32 * lane); });
  place.example.extents.clear();
  const LanePattern found = pattern_of(place);
  EXPECT_EQ(found.kind, Kind::strided);
  EXPECT_EQ(found.rows, 0u);
  EXPECT_FALSE(found.down_rows);
}

TEST(Pattern, KnowsNoRowsWhereALaneIsOutside) {
  const LanePattern found = pattern([](int lane) { return std::pair(lane == 0 ? -1 : lane, 0); });
  EXPECT_EQ(found.kind, Kind::irregular);
  EXPECT_EQ(found.rows, 0u);
}

TEST(Pattern, IsUnknownWhereTheExampleMakesNoSense) {
  AccessPlace place;
  EXPECT_EQ(pattern_of(place).kind, Kind::unknown);
  place.example.lanes = {0, 1};
  place.example.offsets = {0};
  EXPECT_EQ(pattern_of(place).kind, Kind::unknown);
  place.example.offsets = {0, 4};
  place.example.extents = {1 << 30, 1 << 30, 1 << 30, 1 << 30};
  EXPECT_EQ(pattern_of(place).kind, Kind::neighbours);
  EXPECT_EQ(bytes_of_variable(place.example), 0);
  place.example.element_bytes = 0;
  EXPECT_EQ(pattern_of(place).kind, Kind::unknown);
}

}  // namespace
}  // namespace gemmlab
