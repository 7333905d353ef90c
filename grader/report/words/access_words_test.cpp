#include "grader/report/words/access_words.h"

#include <gtest/gtest.h>

#include "grader/diagnosis/sample_access.h"

namespace gemmlab {
namespace {

using sample::place_of;
using sample::Position;
using sample::run_with;

std::string words(const AccessPlace& place) {
  return why(place, run_with({place}));
}

std::string load(const Position& position, int lanes = 32) {
  return words(place_of("a", Space::global, false, 128, 128, position, lanes));
}

std::string store(const Position& position) {
  return words(place_of("c", Space::global, true, 128, 128, position));
}

std::string tile_load(const Position& position, int cols = 32) {
  return words(place_of("a_tile", Space::shared, false, 32, cols, position));
}

TEST(Why, GlobalAccessesThatCostTheLeastGetNoAdvice) {
  EXPECT_EQ(load([](int lane) { return std::pair(0, lane); }),
            "32 lanes read 32 neighbours in one row: 4 sectors, the minimum.");
  EXPECT_EQ(load([](int) { return std::pair(0, 0); }), "32 lanes read the same element: 1 sector.");
  EXPECT_EQ(store([](int lane) { return std::pair(lane / 16, lane % 16); }),
            "32 lanes write 2 rows of 16 neighbours each: 4 sectors, the minimum.");
  EXPECT_EQ(load([](int lane) { return std::pair(0, lane % 16); }),
            "32 lanes read 16 neighbours in one row, 2 lanes each: 2 sectors, the minimum.");
}

TEST(Why, OneElementOfEachOfTwoRowsIsNothingToComplainOf) {
  EXPECT_EQ(load([](int lane) { return std::pair(lane / 16, 5); }),
            "32 lanes read 2 rows of one column, 16 lanes each: 2 sectors, one a row.");
}

TEST(Why, LanesDownAColumnAreToldToRunAlongTheRow) {
  EXPECT_EQ(load([](int lane) { return std::pair(lane, 5); }),
            "32 lanes read 32 rows of one column: 32 sectors instead of 4. Let threadIdx.x run "
            "along the row.");
  EXPECT_EQ(store([](int lane) { return std::pair(lane % 16, lane / 16); }),
            "32 lanes write 16 rows of 2 neighbours each: 16 sectors instead of 4, because 8 "
            "bytes of a row do not fill whole sectors. Let threadIdx.x run along the row.");
}

TEST(Why, BlocksOfOneColumnAreNotToldOfThreadIdxX) {
  const AccessPlace place =
      place_of("a", Space::global, false, 128, 128, [](int lane) { return std::pair(lane, 5); });
  Metrics metrics = run_with({place});
  metrics.launches[0].block = {1, 256, 1};
  EXPECT_TRUE(why(place, metrics).ends_with(" Let neighbouring threads run along the row."));
}

TEST(Why, NarrowBlocksThatRunAlongTheRowAlreadyGetNoAdvice) {
  EXPECT_EQ(load([](int lane) { return std::pair(lane / 4, lane % 4); }),
            "32 lanes read 8 rows of 4 neighbours each: 8 sectors instead of 4, because 16 bytes "
            "of a row do not fill whole sectors.");
  EXPECT_EQ(load([](int lane) { return std::pair(lane / 4, 0); }),
            "32 lanes read 8 rows of one column, 4 lanes each: 8 sectors instead of 1.");
}

TEST(Why, RowsThatBeginWithinASectorGetTheReasonAndNoAdvice) {
  EXPECT_EQ(load([](int lane) { return std::pair(0, 3 + lane); }),
            "32 lanes read 32 neighbours in one row: 5 sectors instead of 4, because a piece of a "
            "row does not begin at a multiple of 32 bytes.");
}

TEST(Why, StridesAreToldToTakeNeighbours) {
  EXPECT_EQ(load([](int lane) { return std::pair(0, 4 * lane); }),
            "32 lanes read 32 elements 4 apart in one row: 16 sectors instead of 4. "
            "Let neighbouring lanes access neighbouring elements.");
}

TEST(Why, IrregularAccessesGetTheirNumbers) {
  EXPECT_EQ(load([](int lane) { return std::pair(lane, 8 * lane % 128); }),
            "32 lanes read 32 different elements in 32 rows: 32 sectors instead of 4. Let "
            "threadIdx.x run along the row.");
  EXPECT_EQ(load([](int lane) { return std::pair(0, lane * (lane + 1) / 2 % 128); }),
            "32 lanes read 32 different elements in one row: 16 sectors instead of 4.");
}

TEST(Why, IdleLanesAreMentioned) {
  EXPECT_EQ(load([](int lane) { return std::pair(0, lane); }, 8),
            "8 lanes read 8 neighbours in one row: 1 sector. Only 8 of 32 lanes take part.");
  EXPECT_EQ(load([](int) { return std::pair(0, 0); }, 1),
            "1 lane reads one element: 1 sector. Only 1 of 32 lanes takes part.");
}

TEST(Why, WideAccessesSayHowWide) {
  AccessPlace place = place_of("b", Space::global, false, 128, 128,
                               [](int lane) { return std::pair(0, 4 * lane); });
  place.bytes = 16;
  place.example.units = place.example.ideal_units = place.counts.units = 16;
  EXPECT_EQ(words(place),
            "32 lanes read 32 neighbours in one row, 16 bytes a lane: 16 sectors, the minimum.");
}

TEST(Why, AnExampleThatIsNotLikeTheRestIsCalledTheCostliest) {
  AccessPlace place = place_of("a", Space::global, false, 128, 128,
                               [](int lane) { return std::pair(0, 3 + lane); });
  place.counts.requests = 2;
  place.counts.units = 9;
  EXPECT_TRUE(words(place).starts_with("In the costliest request, 32 lanes read"));
}

TEST(Why, SharedAccessesWithoutConflictsTakeAPass) {
  EXPECT_EQ(tile_load([](int lane) { return std::pair(3, lane); }),
            "32 lanes read 32 neighbours in one row: 1 wavefront.");
  EXPECT_EQ(tile_load([](int) { return std::pair(3, 3); }),
            "32 lanes read the same element: a broadcast, 1 wavefront.");
  EXPECT_EQ(tile_load([](int lane) { return std::pair(lane, 3); }, 33),
            "32 lanes read 32 rows of one column: 1 wavefront.");
}

TEST(Why, AColumnOfATileIsOneBankAndWantsPadding) {
  EXPECT_EQ(
      tile_load([](int lane) { return std::pair(lane, 3); }),
      "32 lanes read 32 rows of one column: 32 words of one bank, 32 wavefronts instead of 1. "
      "Pad each row by one float (a_tile[32][33]).");
  EXPECT_EQ(
      tile_load([](int lane) { return std::pair(lane % 16, 3 + lane / 16); }, 16),
      "32 lanes read 16 rows of 2 neighbours each: 8 words of one bank, 8 wavefronts instead of "
      "1. Pad each row by one float (a_tile[32][17]): 2 wavefronts.");
}

TEST(Why, StridesInATileConflictInPart) {
  const Position four_apart = [](int lane) { return std::pair(0, 4 * lane % 64); };
  const AccessPlace place = place_of("b_tile", Space::shared, false, 16, 128, four_apart);
  EXPECT_EQ(
      words(place),
      "32 lanes read 16 elements 4 apart in one row, 2 lanes each: 2 words of one "
      "bank, 2 wavefronts instead of 1. Let neighbouring lanes access neighbouring elements.");
}

TEST(Why, NothingIsKnownOfAnAccessWithoutLanes) {
  EXPECT_EQ(words(AccessPlace()), "Only the counts of this access are known.");
}

}  // namespace
}  // namespace gemmlab
