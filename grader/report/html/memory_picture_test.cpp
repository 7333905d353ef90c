#include "grader/report/html/memory_picture.h"

#include <gmock/gmock.h>

#include "grader/diagnosis/sample_access.h"

namespace gemmlab::html {
namespace {

using sample::place_of;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

using Lanes = std::vector<unsigned>;

AccessPlace global(const sample::Position& position, int lanes = 32) {
  return place_of("a", Space::global, false, 128, 128, position, lanes);
}

AccessPlace shared(int cols, const sample::Position& position) {
  return place_of("a_tile", Space::shared, false, 32, cols, position);
}

TEST(MemoryPicture, ShowsACoalescedRowSideBySide) {
  const MemoryPicture picture = picture_of(global([](int lane) { return std::pair{3, lane}; }));
  EXPECT_TRUE(picture.has_rows);
  EXPECT_THAT(picture.rows, ElementsAre(Band{3, 0}));
  EXPECT_THAT(picture.columns, SizeIs(32));
  EXPECT_THAT(picture.sectors, SizeIs(4));
  EXPECT_THAT(picture.lanes.at(3 * 128 + 5), ElementsAre(5u));
}

TEST(MemoryPicture, ShowsAColumnWithItsSectorsAndLeavesTheMiddleOut) {
  const MemoryPicture picture = picture_of(global([](int lane) { return std::pair{lane, 9}; }));
  EXPECT_THAT(picture.rows, SizeIs(11));
  EXPECT_EQ(picture.rows[8], (Band{8, 22}));
  EXPECT_EQ(picture.rows.back(), (Band{31, 0}));
  EXPECT_THAT(picture.columns, SizeIs(8));  // the sector around column 9
  EXPECT_EQ(picture.columns.front().at, 8);
  EXPECT_THAT(picture.sectors, SizeIs(32));
}

TEST(MemoryPicture, GivesABroadcastOneCellWithAllLanes) {
  const MemoryPicture picture = picture_of(global([](int) { return std::pair{0, 0}; }));
  EXPECT_THAT(picture.lanes, SizeIs(1));
  EXPECT_THAT(picture.lanes.at(0), SizeIs(32));
  EXPECT_THAT(picture.sectors, SizeIs(1));
}

TEST(MemoryPicture, KeepsAStrideOfTwoWithinItsLimit) {
  const MemoryPicture picture = picture_of(global([](int lane) { return std::pair{0, 2 * lane}; }));
  EXPECT_THAT(picture.sectors, SizeIs(8));
  EXPECT_THAT(picture.columns, SizeIs(24 + 1 + 8));
  EXPECT_EQ(picture.columns[24], (Band{24, 32}));
}

TEST(MemoryPicture, LetsALaneOfAFloat4TouchFourCells) {
  AccessPlace place = global([](int lane) { return std::pair{0, 4 * lane}; });
  place.bytes = 16;
  const MemoryPicture picture = picture_of(place);
  EXPECT_THAT(picture.lanes, SizeIs(128));
  EXPECT_THAT(picture.lanes.at(7), ElementsAre(1u));
  EXPECT_THAT(picture.sectors, SizeIs(16));
}

TEST(MemoryPicture, ShowsOnlyTheLanesThatTakePart) {
  const MemoryPicture picture = picture_of(global([](int lane) { return std::pair{0, lane}; }, 5));
  EXPECT_THAT(picture.lanes, SizeIs(5));
  EXPECT_THAT(picture.columns, SizeIs(8));
}

TEST(MemoryPicture, PutsBanksSideBySideAndFindsNoConflictInARow) {
  const MemoryPicture picture = picture_of(shared(32, [](int lane) { return std::pair{2, lane}; }));
  EXPECT_THAT(picture.columns, SizeIs(32));
  EXPECT_THAT(picture.rows, ElementsAre(Band{2, 0}));
  EXPECT_THAT(picture.conflicts, IsEmpty());
}

TEST(MemoryPicture, FindsConflictsOfTwoAndOf32) {
  const MemoryPicture two = picture_of(shared(64, [](int lane) { return std::pair{0, 2 * lane}; }));
  EXPECT_THAT(two.conflicts, SizeIs(16));
  EXPECT_EQ(two.conflicts.at(4), 2u);
  const MemoryPicture all = picture_of(shared(32, [](int lane) { return std::pair{lane, 7}; }));
  EXPECT_THAT(all.conflicts, ElementsAre(std::pair{7, 32u}));
  const MemoryPicture none = picture_of(shared(33, [](int lane) { return std::pair{lane, 7}; }));
  EXPECT_THAT(none.conflicts, IsEmpty()) << "a padded tile";
}

TEST(MemoryPicture, SaysNothingOfConflictsWhereWideAccessesHaveNone) {
  AccessPlace place = shared(128, [](int lane) { return std::pair{0, 4 * lane}; });
  place.bytes = 16;
  place.example.units = place.example.ideal_units = 4;
  EXPECT_THAT(picture_of(place).conflicts, IsEmpty());
}

TEST(MemoryPicture, CountsBytesWhereTheVariableIsLeftOrNotKnown) {
  AccessPlace place = global([](int lane) { return std::pair{128, lane}; });
  EXPECT_TRUE(is_outside(place.example, place.example.offsets[0]));
  EXPECT_FALSE(picture_of(place).has_rows);
  EXPECT_THAT(picture_of(place).rows, SizeIs(4));  // one sector each
  EXPECT_EQ(cell_name(place.example, 65536), "a + 65536 bytes");
  EXPECT_EQ(cell_name(place.example, -8), "a - 8 bytes");
  EXPECT_EQ(cell_name(place.example, 520), "a[1][2]");
  place.example.extents = {};
  EXPECT_THAT(picture_of(place).rows, SizeIs(4));
}

TEST(MemoryPicture, IsEmptyWhereTheExampleMakesNoSense) {
  AccessPlace place = global([](int lane) { return std::pair{0, lane}; });
  place.example.offsets.pop_back();
  EXPECT_THAT(picture_of(place).rows, IsEmpty());
  EXPECT_THAT(picture_of(AccessPlace{}).rows, IsEmpty());
  place = global([](int lane) { return std::pair{0, lane}; });
  place.example.element_bytes = 12;  // no cells of 12 bytes fill a sector
  EXPECT_THAT(picture_of(place).rows, IsEmpty());
}

}  // namespace
}  // namespace gemmlab::html
