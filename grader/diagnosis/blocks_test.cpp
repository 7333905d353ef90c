#include <gtest/gtest.h>

#include "grader/diagnosis/sample_run.h"

namespace gemmlab {
namespace {

using sample::kUnwritten;
using sample::MadeUpRun;

// Of blocks of 16 x 16 threads, each with one element.
StoreMap map_of(StoreStep block_x, StoreStep thread_x) {
  StoreMap map;
  map.stored = 32 * 24;
  map.blocks = map.storing = 4;
  map.most_of_block = 256;
  map.most_of_thread = 1;
  map.rows = map.cols = 16;
  map.block_x = block_x;
  map.block_y = StoreStep{16, 0};
  map.thread_x = thread_x;
  map.thread_y = StoreStep{1, 0};
  return map;
}

MadeUpRun run_of(const StoreMap& map) {
  MadeUpRun run({32, 32, 8, ""});
  run.launches = {{{2, 2, 1}, {16, 16, 1}}};
  run.stores = map;
  return run;
}

std::vector<Explanation> explained(const MadeUpRun& run) {
  return run.explained(
      [&](int row, int col) { return col < 24 ? run.right(row, col) : kUnwritten; });
}

TEST(Blocks, ThatOverlapAreTooNear) {
  const auto all = explained(run_of(map_of({0, 8}, {0, 1})));
  ASSERT_FALSE(all.empty());
  ASSERT_TRUE(cause_is<BlocksApart>(all.front().cause));
  const auto& apart = get<BlocksApart>(all.front().cause);
  EXPECT_EQ(apart.axis, Axis::column);
  EXPECT_EQ(apart.apart, 8);
  EXPECT_EQ(apart.wide, 16);
}

TEST(Blocks, MayHaveTheDistanceOfThreads) {
  const auto all = explained(run_of(map_of({0, 1}, {0, 16})));
  ASSERT_FALSE(all.empty());
  EXPECT_TRUE(cause_is<RolesExchanged>(all.front().cause));
}

TEST(Blocks, InTheirPlacesAreNotBlamed) {
  for (const Explanation& each : explained(run_of(map_of({0, 16}, {0, 1})))) {
    EXPECT_FALSE(is_measured(each.cause)) << name_of(each.cause);
  }
}

TEST(Blocks, ThatAreTooFarLeaveGapsUnlessThreadsHaveMoreSums) {
  MadeUpRun run({32, 32, 32, ""});
  run.launches = {{{2, 2, 1}, {16, 16, 1}}};
  run.stores = map_of({0, 32}, {0, 1});
  constexpr std::uint64_t kOneSum = 2, kFourSums = 5, kThreads = 4 * 256;
  run.launches.front().loaded = kOneSum * sizeof(float) * 32 * kThreads;
  ASSERT_FALSE(explained(run).empty());
  EXPECT_TRUE(cause_is<BlocksApart>(explained(run).front().cause));
  run.launches.front().loaded = kFourSums * sizeof(float) * 32 * kThreads;
  for (const Explanation& each : explained(run)) {
    EXPECT_FALSE(cause_is<BlocksApart>(each.cause));
  }
}

TEST(Blocks, MayLackOutputsWhereThreadsHaveSeveral) {
  MadeUpRun run = run_of(map_of({0, 32}, {0, 1}));
  run.stores->most_of_thread = 3;
  run.stores->cols = 24;
  run.stores->most_of_block = 16 * 24;
  const auto all = explained(run);
  ASSERT_FALSE(all.empty());
  ASSERT_TRUE(cause_is<BlocksApart>(all.front().cause));
  EXPECT_EQ(get<BlocksApart>(all.front().cause).outputs, 3);
}

TEST(Blocks, LackOutputsIfTheGridFitsTheirDistance) {
  MadeUpRun run = run_of(map_of({0, 32}, {0, 1}));
  run.stores->most_of_thread = 2;
  run.stores->cols = 16;
  run.launches.front().grid[0] = unsigned(run.shape.n + 31) / 32;
  const auto all = explained(run);
  ASSERT_FALSE(all.empty());
  ASSERT_TRUE(cause_is<BlocksApart>(all.front().cause));
  EXPECT_TRUE(get<BlocksApart>(all.front().cause).leaves_out);
}

TEST(Blocks, MayFitTheGridWhereAThreadStoresOneElement) {
  MadeUpRun run = run_of(map_of({0, 32}, {0, 1}));
  run.launches.front().grid[0] = unsigned(run.shape.n + 31) / 32;
  const auto all = explained(run);
  ASSERT_FALSE(all.empty());
  ASSERT_TRUE(cause_is<BlocksApart>(all.front().cause));
  EXPECT_TRUE(get<BlocksApart>(all.front().cause).fits_grid);
  EXPECT_FALSE(get<BlocksApart>(all.front().cause).leaves_out);
}

TEST(Blocks, MayBeElementsApartInPlaceOfRows) {
  MadeUpRun run = run_of(map_of({0, 16}, {0, 1}));
  run.stores->thread_y = {1, 0};
  run.stores->block_y = {0, 16};
  const auto has_origin = [](const Explanation& each) {
    return cause_is<OriginInElements>(each.cause);
  };
  EXPECT_TRUE(std::ranges::any_of(explained(run), has_origin));
  run.stores->block_x = {16, 0};  // x and y have changed places
  EXPECT_TRUE(std::ranges::none_of(explained(run), has_origin));
}

TEST(Blocks, AreNotTooFewIfTheirThreadsStoreNothing) {
  MadeUpRun run = run_of(map_of({0, 16}, {0, 1}));
  run.launches = {{{1, 1, 1}, {256, 1, 1}}};
  run.stores->block_x = run.stores->block_y = std::nullopt;
  run.stores->blocks = run.stores->storing = run.stores->most_of_block = 1;
  run.stores->rows = run.stores->cols = 1;
  for (const Explanation& each : explained(run)) {
    EXPECT_FALSE(cause_is<TooFewBlocks>(each.cause));
  }
}

TEST(Blocks, OfAFlatGridAreCounted) {
  MadeUpRun run = run_of(map_of({0, 16}, {0, 1}));
  run.launches = {{{3, 1, 1}, {16, 16, 1}}};
  run.stores->block_x = run.stores->block_y = std::nullopt;
  run.stores->blocks = run.stores->storing = 3;
  const auto all = explained(run);
  ASSERT_FALSE(all.empty());
  ASSERT_TRUE(cause_is<TooFewBlocks>(all.front().cause));
  EXPECT_EQ(get<TooFewBlocks>(all.front().cause).needed, 4);
}

}  // namespace
}  // namespace gemmlab
