#include "grader/diagnosis/access_advice.h"

#include <gtest/gtest.h>

#include "grader/diagnosis/sample_access.h"

namespace gemmlab {
namespace {

using sample::place_of;
using sample::run_with;

std::pair<int, int> down(int lane) {
  return {lane, 0};
}

std::pair<int, int> along(int lane) {
  return {0, lane};
}

// The names of all remarks.
std::string said(const AccessPlace& place, const Metrics& metrics) {
  std::string names;
  for (const Remark& remark : remarks_on(place, metrics)) {
    names += names.empty() ? "" : " ";
    names += std::visit([]<typename Each>(const Each&) { return fact_name<Each>(); }, remark);
  }
  return names;
}

// A load or store of a 128 x 128 matrix that touches each element `times` times.
AccessPlace matrix(const std::string& name, bool is_store, std::uint64_t times) {
  AccessPlace place = place_of(name, Space::global, is_store, 128, 128, along);
  place.counts.bytes = times * 128 * 128 * 4;
  return place;
}

const AccessPlace kColumn = place_of("a_tile", Space::shared, false, 32, 32, down);

TEST(Padding, IsAdvisedWhereItFreesTheTileOfConflicts) {
  const auto remarks = remarks_on(kColumn, run_with({kColumn}));
  ASSERT_EQ(remarks.size(), 1u);
  EXPECT_EQ(remarks[0], Remark(PadTile{"a_tile", {32, 33}, 0}));
}

TEST(Padding, IsNotAdvisedWhereWideAccessesWouldLoseTheirAlignment) {
  AccessPlace wide = place_of("a_tile", Space::shared, false, 32, 32, along, 8);
  wide.bytes = 16;
  EXPECT_EQ(said(kColumn, run_with({kColumn, wide})), "");
}

TEST(Padding, IsNotAdvisedWhereThereIsNoRoom) {
  Metrics metrics = run_with({kColumn});
  metrics.launches[0].shared_bytes = 48 * 1024;
  EXPECT_EQ(said(kColumn, metrics), "");
}

TEST(Padding, IsNotAdvisedWhereTheTileAsAWholeWouldLose) {
  const AccessPlace column =
      place_of("t", Space::shared, true, 32, 16, [](int lane) { return std::pair(lane % 16, 0); });
  AccessPlace rows = place_of("t", Space::shared, false, 32, 16,
                              [](int lane) { return std::pair(lane / 16, lane % 16); });
  EXPECT_EQ(said(column, run_with({column, rows})), "pad_tile");
  rows.counts.requests = 1000;
  EXPECT_EQ(said(column, run_with({column, rows})), "");
}

TEST(Padding, ComesSecondWhereGlobalMemoryIsWalkedTheWrongWayToo) {
  const AccessPlace global = place_of("a", Space::global, false, 128, 128, down);
  const auto remarks = remarks_on(kColumn, run_with({kColumn, global}));
  ASSERT_EQ(remarks.size(), 1u);
  EXPECT_EQ(remarks[0], Remark(SwapIndices{true, PadTile{"a_tile", {32, 33}, 0}}));
}

TEST(Strides, ThatTheCompilerMayMergeGetNoAdvice) {
  const AccessPlace place =
      place_of("t", Space::shared, false, 16, 128, [](int lane) { return std::pair(0, 4 * lane); });
  Metrics metrics = run_with({place});
  metrics.shared_load.units = 4096;
  metrics.merged_shared_load.units = 1024;
  EXPECT_EQ(said(place, metrics), "merged_by_compiler");
  EXPECT_TRUE(advice_on(metrics).empty());
}

TEST(Repetition, WantsATileWhereABlockLoadsAnElementOften) {
  const AccessPlace a = matrix("a", false, 128), b = matrix("b", false, 128);
  const auto remarks = remarks_on(a, run_with({a, b}));
  ASSERT_EQ(remarks.size(), 1u);
  EXPECT_EQ(remarks[0], Remark(StageInTile{128}));
}

TEST(Repetition, IsToldWithoutAdviceWhereTilesAreUsed) {
  const AccessPlace a = matrix("a", false, 2), b = matrix("b", false, 4);
  Metrics metrics = run_with({a, b});
  metrics.shared_load.bytes = 1;
  EXPECT_EQ(remarks_on(a, metrics), std::vector{Remark(LoadedOften{2})});
  EXPECT_EQ(remarks_on(b, metrics), std::vector{Remark(LoadedOften{4})});
}

TEST(Repetition, ThroughTilesIsWastefulWhereBlocksLoadAnElementAgain) {
  const AccessPlace a = matrix("a", false, 128), b = matrix("b", false, 8);
  Metrics metrics = run_with({a, b});
  metrics.shared_load.bytes = 1;
  EXPECT_EQ(remarks_on(a, metrics), std::vector{Remark(LoadedAgain{128})});
  EXPECT_EQ(remarks_on(b, metrics), std::vector{Remark(LoadedOften{8})});
}

TEST(Repetition, IsToldWithoutAdviceWhereEachBlockMayLoadAnElementOnce) {
  const AccessPlace a = matrix("a", false, 8), b = matrix("b", false, 8);
  EXPECT_EQ(said(a, run_with({a, b})), "loaded_often");
}

TEST(Repetition, IsNotToldWhereOnePlaceMayStandForBothOperands) {
  const AccessPlace a = matrix("a", false, 128);
  EXPECT_EQ(said(a, run_with({a})), "");
}

TEST(Repetition, OfOtherMemoryIsNotTold) {
  const AccessPlace a = matrix("a", false, 1), b = matrix("b", false, 1);
  const AccessPlace sums = matrix("c", false, 128);
  EXPECT_EQ(said(sums, run_with({a, b, sums})), "");
  EXPECT_EQ(said(a, run_with({a, b, sums})), "");
}

TEST(Repetition, OfStoresWantsARegister) {
  const AccessPlace every = matrix("c", true, 128), phases = matrix("c", true, 4);
  const AccessPlace twice = matrix("c", true, 2);  // such as zero before the sum
  EXPECT_EQ(remarks_on(every, run_with({every})), std::vector{Remark(KeepInRegister{128})});
  EXPECT_EQ(said(phases, run_with({phases})), "keep_in_register");
  EXPECT_EQ(said(twice, run_with({twice})), "");
}

TEST(Advice, IsGivenOnceWithAllItsPlaces) {
  AccessPlace other = kColumn;
  other.column = 7;
  const auto advice = advice_on(run_with({kColumn, other}));
  ASSERT_EQ(advice.size(), 1u);
  EXPECT_EQ(advice[0].cause, Remark(PadTile{"a_tile", {32, 33}, 0}));
  ASSERT_EQ(advice[0].places.size(), 2u);
  EXPECT_EQ(advice[0].places[1].line, 1);
  EXPECT_EQ(advice[0].places[1].column, 7);
  EXPECT_EQ(advice[0].places[1].what, "read");
}

TEST(Advice, IsGivenOnBarriersThatABlockPassesForEachProduct) {
  Metrics metrics = run_with({});
  metrics.busiest_barrier = 7;
  const double blocks = double(metrics.launches[0].grid[0]) * metrics.launches[0].grid[1];
  metrics.barriers = std::uint64_t(blocks * metrics.shape.k);
  EXPECT_TRUE(advice_on(metrics).empty());
  metrics.barriers *= 2;
  const auto advice = advice_on(metrics);
  ASSERT_EQ(advice.size(), 1u);
  EXPECT_EQ(advice[0].cause, Remark(BarrierAProduct{2.0 * metrics.shape.k}));
  EXPECT_EQ(advice[0].places[0].line, 7);
}

TEST(Advice, AsksForNothingThatALaterLabTeaches) {
  const AccessPlace a = matrix("a", false, 128), b = matrix("b", false, 128);
  EXPECT_TRUE(advice_on(run_with({a, b})).empty());
}

}  // namespace
}  // namespace gemmlab
