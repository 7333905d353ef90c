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
  const auto& apart = std::get<BlocksApart>(all.front().cause);
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

TEST(Blocks, OfAFlatGridAreCounted) {
  MadeUpRun run = run_of(map_of({0, 16}, {0, 1}));
  run.launches = {{{3, 1, 1}, {16, 16, 1}}};
  run.stores->block_x = run.stores->block_y = std::nullopt;
  run.stores->blocks = run.stores->storing = 3;
  const auto all = explained(run);
  ASSERT_FALSE(all.empty());
  ASSERT_TRUE(cause_is<TooFewBlocks>(all.front().cause));
  EXPECT_EQ(std::get<TooFewBlocks>(all.front().cause).needed, 4);
}

}  // namespace
}  // namespace gemmlab
